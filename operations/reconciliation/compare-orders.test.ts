import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import type { Outcome } from "#domain/payments/provider.ts";
import { testRecords } from "#tests/support/database/open.ts";
import {
  cardWay,
  expectSoundLedger,
  reportOf,
  scriptedProvider,
  settleReported,
  readDonationState,
  startedDonation,
} from "#tests/support/donations/begin.ts";
import { campaign } from "#tests/support/database/records.ts";
import { checkPayment } from "#operations/payments/check-status.ts";
import { compareOrders, type OrderList } from "./compare-orders.ts";
import { reconcilePayments } from "#operations/payments/check-open.ts";
import { takeStatement } from "./store-statement.ts";

const { db } = await testRecords();
const selcom = scriptedProvider("selcom");
afterAll(() => expectSoundLedger(db));

const clock = () => new Date();
const to = await campaign(db);
let rows = 0;
const listed = (reference: string, outcome: Outcome, amount: string | null = "10000") => ({
  row: (rows += 1),
  reference,
  outcome,
  amount,
  createdAt: "2026-11-21 12:30:46",
});
type Listed = ReturnType<typeof listed>;
const listOf = (...orders: Listed[]): OrderList => {
  const today = dayOf(new Date(Date.now() + 7_200_000));
  return async (_, until) => ({ orders: until >= addDays(today, -1) ? orders : [], odd: [] });
};

test("a payment paid only there is checked, one-sided orders open cases", async () => {
  const missed = await startedDonation(db, selcom, to);
  const settled = await startedDonation(db, selcom, to);
  const unlisted = await startedDonation(db, selcom, to);
  const waiting = await startedDonation(db, selcom, to);
  for (const donation of [settled, unlisted])
    await settleReported(db, reportOf(donation, { provider: "selcom" }), clock());
  await db
    .updateTable("payments")
    .set({ next_check_at: null, status: "failed" })
    .where("id", "=", missed.id)
    .execute();
  const days: string[] = [];
  const orders = [
    listed(missed.reference, "paid"),
    listed(settled.reference, "paid"),
    listed(waiting.reference, "pending"),
    listed("nobody-s", "paid"),
    listed("nobody-s-either", "cancelled"),
  ];
  const list: OrderList = async (from, until) => {
    days.push(from, until);
    return listOf(...orders)(from, until);
  };
  const inTwoHours = () => new Date(Date.now() + 7_200_000);
  expect(await compareOrders(db, list, inTwoHours)).toEqual({
    kind: "compared",
    toAsk: 1,
    unknown: 1,
    unlisted: 1,
    odd: 0,
    missed: 0,
  });
  const today = dayOf(inTwoHours());
  expect(days).toEqual([addDays(today, -13), addDays(today, -7), addDays(today, -6), today]);
  expect((await readDonationState(db, unlisted.externalId)).cases).toEqual(["not-listed"]);
  expect((await readDonationState(db, settled.externalId)).cases).toEqual([]);
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
  expect(await readDonationState(db, missed.externalId)).toMatchObject({
    donation: "completed",
    journals: ["donation"],
  });
});

test("ten parallel comparisons give the same result and open cases once", async () => {
  const list = listOf(listed("again-nobody-s", "paid"));
  await Promise.all(Array.from({ length: 10 }, () => compareOrders(db, list, clock)));
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from cases where subject = 'selcom:again-nobody-s'
  `.execute(db);
  expect(rows).toEqual([{ count: 1n }]);
});

test("a missing list changes nothing", async () => {
  expect(await compareOrders(db, async () => null, clock)).toEqual({ kind: "no-answer" });
});

test("an order that is listed twice counts once, with its latest status", async () => {
  const donation = await startedDonation(db, selcom, to);
  await settleReported(db, reportOf(donation, { provider: "selcom" }));
  const twice = [
    listed(donation.reference, "pending"),
    listed(donation.reference, "paid"),
    listed(donation.reference, "paid"),
  ];
  expect(await compareOrders(db, listOf(...twice), clock)).toMatchObject({ toAsk: 0, odd: 0 });
  expect((await readDonationState(db, donation.externalId)).cases).toEqual([]);
});

test.each([
  ["two amounts", ["10000", "9999"]],
  ["no amount", [null]],
  ["an amount in words", ["ten"]],
])("a paid order with %s is set aside and checked", async (_, amounts) => {
  const odd = await startedDonation(db, selcom, to);
  const missed = await startedDonation(db, selcom, to);
  const rows = amounts.map((amount) => listed(odd.reference, "paid", amount));
  const list = listOf(...rows, listed(missed.reference, "paid"));
  expect(await compareOrders(db, list, clock)).toMatchObject({ kind: "compared", toAsk: 2, odd: 1 });
  const { details } = await db
    .selectFrom("cases")
    .select("details")
    .where("kind", "=", "odd-rows")
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(details)).toContain(odd.reference);
  expect((await readDonationState(db, odd.externalId)).nextCheck).not.toBeNull();
});

test.each(["pending", "succeeded"])(
  "a %s payment listed as reversed is asked about, and reversed",
  async (was) => {
    const donation = await startedDonation(db, selcom, to, { way: cardWay(selcom) });
    if (was === "succeeded") await settleReported(db, reportOf(donation, { provider: "selcom" }));
    const list = listOf(listed(donation.reference, "reversed", String(donation.amount)));
    expect(await compareOrders(db, list, clock)).toMatchObject({ toAsk: 1, odd: 0 });
    selcom.script.about = () => ({
      kind: "report",
      report: reportOf(donation, { provider: "selcom", outcome: "reversed" }),
    });
    await checkPayment(db, { azampay: null, selcom }, donation.reference, clock);
    selcom.script.about = () => ({ kind: "unavailable", why: "not told", raw: null });
    const found = await readDonationState(db, donation.externalId);
    expect(found).toMatchObject({ payment: "reversed", reversed: true });
    expect(found.cases.filter((kind) => !kind.includes("closed"))).toEqual(["reversed"]);
    expect(await compareOrders(db, list, clock)).toMatchObject({ toAsk: 0 });
  },
);

test("days without an answer are read again, however old", async () => {
  const { db: own } = await testRecords();
  const donation = await startedDonation(own, selcom, await campaign(own));
  await sql`update payments set created_at = now() - interval '40 days' where id = ${donation.id}`.execute(
    own,
  );
  const windows: string[] = [];
  let away = true;
  const list: OrderList = async (from) => {
    windows.push(from);
    return away ? null : { orders: [], odd: [] };
  };
  expect(await compareOrders(own, list, clock)).toEqual({ kind: "no-answer" });
  away = false;
  expect(await compareOrders(own, list, clock)).toMatchObject({ kind: "compared", missed: 0 });
  const today = dayOf(clock());
  expect(windows.at(-6)).toBe(addDays(today, -41));
  windows.length = 0;
  await compareOrders(own, list, clock);
  expect(windows).toEqual([addDays(today, -13), addDays(today, -6)]);
});

test("a payment just before midnight waits for the lists of both days", async () => {
  const { db: own } = await testRecords();
  const donation = await startedDonation(own, selcom, await campaign(own));
  await settleReported(own, reportOf(donation, { provider: "selcom" }));
  const [day, next] = ["2026-10-04", "2026-10-05"];
  await sql`
    update payments set created_at = ${`${day}T23:58:00+03:00`}, settled_at = ${`${next}T00:01:00+03:00`}
    where id = ${donation.id}
  `.execute(own);
  const covers = (from: string, until: string) => {
    const statement = { provider: "selcom", name: "" } as const;
    return takeStatement(own, { ...statement, lines: [], covers: { from, to: until } }, clock());
  };
  expect(await covers("2026-10-01", day)).toMatchObject({ unlisted: 0 });
  expect(await covers(next, "2026-10-07")).toMatchObject({ unlisted: 1 });
});
