import { afterAll, expect, test } from "vitest";
import { openDatabase } from "#database/sql.server.ts";
import { tzs } from "#domain/money.ts";
import { testDatabase } from "#tests/support/database.ts";
import {
  expectSoundLedger,
  reportOf,
  scriptedProvider,
  standing,
  startedGift,
} from "#tests/support/giving.ts";
import { campaign } from "#tests/support/records.ts";
import { recordOfflineGift, type OfflineGift } from "./record-offline-gift.ts";
import { resolveCase, type Decision, type Resolving } from "./resolve-case.ts";
import { settlePayment } from "./settle-payment.ts";

const { url, close } = await testDatabase();
const database = openDatabase(url);
const db = database.everything;
const provider = scriptedProvider();
const now = new Date("2026-11-21T09:00:00Z");
afterAll(async () => {
  await expectSoundLedger(db);
  await database.close();
  await close();
});

const settle = (report: Parameters<typeof settlePayment>[1]) =>
  db.transaction().execute((tx) => settlePayment(tx, report, { messageId: null, now }));

async function caseAbout(paymentId: bigint): Promise<bigint> {
  const { id } = await db
    .selectFrom("cases")
    .select("id")
    .where("payment_id", "=", paymentId)
    .where("status", "=", "open")
    .executeTakeFirstOrThrow();
  return id;
}

const resolve = (caseId: bigint, decision: Decision, over: Partial<Resolving> = {}) =>
  resolveCase(db, { caseId, decision, reason: "statement line 7", by: "staff", now, ...over });

async function mismatched() {
  const gift = await startedGift(db, provider, await campaign(db));
  await settle(reportOf(gift, { amount: 9_999n }));
  return { ...gift, caseId: await caseAbout(gift.id) };
}

test("a case is closed once, with a decision and a reason", async () => {
  const { caseId, externalId } = await mismatched();
  expect(await resolve(caseId, "fail", { reason: "  " })).toEqual({ kind: "reason-required" });
  expect(await resolve(caseId, "fail")).toEqual({ kind: "resolved" });
  expect(await resolve(caseId, "fail")).toEqual({ kind: "resolved-before" });
  expect(await standing(db, externalId)).toMatchObject({ donation: "failed", cases: ["mismatch (closed)"] });
  const closed = await db
    .selectFrom("cases")
    .select(["decision", "reason", "closed_by"])
    .where("id", "=", caseId)
    .executeTakeFirst();
  expect(closed).toEqual({ decision: "fail", reason: "statement line 7", closed_by: "staff" });
  const log = await db
    .selectFrom("audit_log")
    .select("action")
    .where("subject", "=", `case:${caseId}`)
    .execute();
  expect(log).toEqual([{ action: "resolve-case:fail" }]);
});

test("what did not arrive is failed, or left as it is", async () => {
  const first = await mismatched();
  expect(await resolve(first.caseId, "fail")).toEqual({ kind: "resolved" });
  expect(await standing(db, first.externalId)).toMatchObject({ donation: "failed", payment: "failed" });
  const second = await mismatched();
  expect(await resolve(second.caseId, "dismiss")).toEqual({ kind: "resolved" });
  expect(await standing(db, second.externalId)).toMatchObject({ donation: "pending", payment: "review" });
  expect(await resolve(10n ** 12n, "dismiss")).toEqual({ kind: "unknown" });
});

test("what is paid cannot be failed", async () => {
  const gift = await startedGift(db, provider, await campaign(db));
  await settle(reportOf(gift));
  await settle(reportOf(gift, { outcome: "declined" }));
  const caseId = await caseAbout(gift.id);
  expect(await resolve(caseId, "fail")).toEqual({ kind: "not-possible" });
  expect(await resolve(caseId, "dismiss")).toEqual({ kind: "resolved" });
  expect((await standing(db, gift.externalId)).journals).toEqual(["gift"]);
});

const offline = (campaignId: string, over: Partial<OfflineGift> = {}): OfflineGift => ({
  campaignId,
  amount: tzs(7_500_000),
  donor: { kind: "named", name: "Asha Juma", email: "asha@example.org" },
  message: null,
  language: "sw",
  method: "bank",
  receivedOn: "2026-11-18",
  statementReference: `line ${Math.random()}`,
  recordedBy: "neema",
  ...over,
});

test("a gift by bank is complete at once, on the day it arrived, and gets its receipt", async () => {
  const to = await campaign(db, { status: "paused" });
  const recorded = await recordOfflineGift(db, offline(to), now);
  if (recorded.kind !== "recorded") throw new Error(recorded.kind);
  expect(await standing(db, recorded.externalId)).toMatchObject({
    donation: "completed",
    journals: ["gift"],
    mails: 1,
    nextCheck: null,
  });
  const days = await db
    .selectFrom("public_daily_totals")
    .select(["day", "raised"])
    .where("campaign_id", "=", to)
    .execute();
  expect(days).toEqual([{ day: "2026-11-18", raised: 7_500_000n }]);
  const account = await db
    .selectFrom("postings as p")
    .innerJoin("journal as j", "j.id", "p.journal_id")
    .innerJoin("payments as y", "y.id", "j.payment_id")
    .innerJoin("donations as d", "d.id", "y.donation_id")
    .select("p.account")
    .where("d.external_id", "=", recorded.externalId)
    .orderBy("p.line")
    .execute();
  expect(account).toEqual([{ account: "bank" }, { account: `campaign:${to}` }]);
});

test("a line of the statement is one gift, even if five enter it at once", async () => {
  const to = await campaign(db);
  const gift = offline(to, {
    statementReference: "TT-2026-0007",
    method: "cash",
    donor: { kind: "anonymous" },
  });
  const kinds = await Promise.all(
    Array.from({ length: 5 }, async () => (await recordOfflineGift(db, gift, now)).kind),
  );
  expect(kinds.filter((kind) => kind === "recorded")).toHaveLength(1);
  expect(kinds.filter((kind) => kind === "recorded-before")).toHaveLength(4);
});

test("nothing is recorded for another currency, an unknown campaign or tomorrow", async () => {
  const dollars = await campaign(db, { currency: "USD" });
  const pending = await campaign(db, { status: "pending" });
  const kindOf = async (gift: OfflineGift) => (await recordOfflineGift(db, gift, now)).kind;
  expect(await kindOf(offline(dollars))).toBe("other-currency");
  expect(await kindOf(offline(pending))).toBe("no-campaign");
  expect(await kindOf(offline(await campaign(db), { receivedOn: "2026-11-22" }))).toBe("not-yet");
});
