import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { Outcome } from "#domain/provider.ts";
import { testRecords } from "#tests/support/database.ts";
import {
  expectSoundLedger,
  reportOf,
  scriptedProvider,
  settleReported,
  standing,
  startedGift,
} from "#tests/support/giving.ts";
import { campaign } from "#tests/support/records.ts";
import { compareOrders } from "./compare-orders.ts";
import { reconcilePayments } from "./reconcile-payments.ts";

const { db } = await testRecords();
const selcom = scriptedProvider("selcom");
afterAll(() => expectSoundLedger(db));

const clock = () => new Date();
const to = await campaign(db);
const listed = (reference: string, outcome: Outcome) => ({
  reference,
  outcome,
  amount: "10000",
  createdAt: "2026-11-21 12:30:46",
});

test("what is paid there and not here is asked about; what only one side knows is for staff", async () => {
  const missed = await startedGift(db, selcom, to);
  const settled = await startedGift(db, selcom, to);
  const unlisted = await startedGift(db, selcom, to);
  const waiting = await startedGift(db, selcom, to);
  for (const gift of [settled, unlisted])
    await settleReported(db, reportOf(gift, { provider: "selcom" }), clock());
  await db
    .updateTable("payments")
    .set({ next_check_at: null, status: "failed" })
    .where("id", "=", missed.id)
    .execute();
  const asked: string[] = [];
  const list = async (from: string, until: string) => {
    asked.push(from, until);
    return [
      listed(missed.reference, "paid"),
      listed(settled.reference, "paid"),
      listed(waiting.reference, "pending"),
      listed("nobody-s", "paid"),
      listed("nobody-s-either", "cancelled"),
    ];
  };
  const inTwoHours = () => new Date(Date.now() + 7_200_000);
  expect(await compareOrders(db, list, inTwoHours)).toEqual({
    kind: "compared",
    toAsk: 1,
    unknown: 1,
    unlisted: 1,
  });
  expect(asked).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  ]);
  expect((await standing(db, unlisted.externalId)).cases).toEqual(["not-listed"]);
  expect((await standing(db, settled.externalId)).cases).toEqual([]);
  const strangers = await db
    .selectFrom("cases")
    .select("subject")
    .where("kind", "=", "unknown-order")
    .execute();
  expect(strangers).toEqual([{ subject: "selcom:nobody-s" }]);

  selcom.script.about = () =>
    selcom.script.questions.at(-1) === missed.reference
      ? { kind: "report", report: reportOf(missed, { provider: "selcom" }) }
      : { kind: "unavailable", why: "not told", raw: null };
  const azampay = scriptedProvider();
  await reconcilePayments(db, { azampay, selcom }, inTwoHours, { together: 1 });
  expect(await compareOrders(db, list, inTwoHours)).toMatchObject({ toAsk: 0 });
  expect(await standing(db, missed.externalId)).toMatchObject({ donation: "completed", journals: ["gift"] });
});

test("compared ten times at once it says the same and opens each case once", async () => {
  const list = async () => [listed("again-nobody-s", "paid")];
  await Promise.all(Array.from({ length: 10 }, () => compareOrders(db, list, clock)));
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from cases where subject = 'selcom:again-nobody-s'
  `.execute(db);
  expect(rows).toEqual([{ count: 1n }]);
});

test("a list that does not come changes nothing", async () => {
  expect(await compareOrders(db, async () => null, clock)).toEqual({ kind: "no-answer" });
});
