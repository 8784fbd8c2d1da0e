import { sql, type Transaction } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import type { Tables } from "#database/tables.ts";
import type { ListedPayment } from "#domain/reconciliation/statement.ts";
import { lockPayment } from "#operations/payments/lock.ts";
import { settlePayment } from "#operations/payments/settle.ts";
import { patience } from "#tests/support/patience.ts";
import { testRecords } from "#tests/support/database/open.ts";
import {
  expectSoundLedger,
  reportOf,
  scriptedProvider,
  settleReported,
  readDonationState,
  startedDonation,
} from "#tests/support/donations/begin.ts";
import { campaign } from "#tests/support/database/records.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { openCasesOfUnbooked } from "./open-cases-of-differences.ts";
import { findLedgerProblems } from "#operations/system/report-ledger-problems.ts";
import { resolveCase } from "#operations/cases/resolve.ts";
import { takeStatement, type StatementList } from "./store-statement.ts";

const { db } = await testRecords();
const provider = scriptedProvider();
const to = await campaign(db);
const juma = await colleague(db, "staff");
afterAll(() => expectSoundLedger(db));

const now = () => new Date();
const started = () => startedDonation(db, provider, to);
type Donation = Awaited<ReturnType<typeof started>>;

async function paid(): Promise<Donation> {
  const donation = await started();
  await settle(donation);
  return donation;
}

const settle = (donation: Donation) => settleReported(db, reportOf(donation), now());

const lineOf = (donation: Donation, over: Partial<ListedPayment> = {}): ListedPayment => ({
  line: 2,
  reference: donation.reference,
  providerReference: donation.provider_reference,
  outcome: "paid",
  providerWord: "success",
  amount: donation.amount,
  day: "2026-11-20",
  ...over,
});

async function caseAbout({ id: paymentId }: Donation): Promise<bigint> {
  const { id } = await db
    .selectFrom("cases")
    .select("id")
    .where("payment_id", "=", paymentId)
    .executeTakeFirstOrThrow();
  return id;
}

const take = (listed: ListedPayment[], over: Partial<StatementList> = {}) =>
  takeStatement(db, { provider: "azampay", name: "november", lines: listed, covers: null, ...over }, now());

async function lines(...keys: (string | null)[]) {
  const rows = await db
    .selectFrom("statement_standings")
    .select(["key", "state"])
    .where(
      "key",
      "in",
      keys.map((key) => key ?? ""),
    )
    .orderBy("id")
    .execute();
  return rows.map(({ state }) => state);
}

test("a payment on both sides matches, however often it is listed", async () => {
  const donation = await paid();
  const byTheirs = lineOf(await paid(), { reference: null });
  const counted = { lines: 2, matched: 2, open: 0, unclear: 0, waiting: 0, unlisted: 0, toCheck: [] };
  expect(await take([lineOf(donation), byTheirs])).toEqual({ ...counted, fresh: 2 });
  expect(await take([lineOf(donation), byTheirs])).toEqual({ ...counted, fresh: 0 });
  expect(await lines(donation.provider_reference, byTheirs.providerReference)).toEqual([
    "matched",
    "matched",
  ]);
  const { rows } = await sql`select from statement_lines where key = ${donation.provider_reference}`.execute(
    db,
  );
  expect(rows).toHaveLength(1);
});

test("a line with a foreign reference matches by the provider's own", async () => {
  const donation = await paid();
  expect(await take([lineOf(donation, { reference: "their-batch-7" })])).toMatchObject({
    matched: 1,
    open: 0,
  });
});

test("a provider reference of another payment of ours does not match", async () => {
  const [donation, other] = [await paid(), await paid()];
  await db.updateTable("payments").set({ provider_reference: null }).where("id", "=", donation.id).execute();
  await take([lineOf(donation, { providerReference: other.provider_reference })]);
  expect(await lines(other.provider_reference)).toEqual(["open"]);
  await db
    .updateTable("payments")
    .set({ provider_reference: donation.provider_reference })
    .where("id", "=", donation.id)
    .execute();
});

test("a success and its reversal are two lines", async () => {
  const donation = await paid();
  await take([lineOf(donation), lineOf(donation, { outcome: "reversed", line: 3 })]);
  expect(await lines(donation.provider_reference)).toEqual(["matched", "open"]);
  await settleReported(db, reportOf(donation, { outcome: "reversed", amount: null }), now());
  expect(await lines(donation.provider_reference)).toEqual(["matched", "matched"]);
  expect((await readDonationState(db, donation.externalId)).cases).toContain("mismatch (closed)");
});

test("money that came and went outside our system opens no case", async () => {
  const stranger = { ...lineOf(await started()), reference: "x", providerReference: "T-WENT" };
  await take([stranger, { ...stranger, outcome: "reversed", line: 3 }]);
  expect(await lines("T-WENT")).toEqual(["matched", "matched"]);
});

test("an unknown status word opens one case until a known one follows", async () => {
  const donations = [await started(), await started()];
  const unclear = donations.map((donation) =>
    lineOf(donation, { outcome: "unknown", providerWord: "Settling" }),
  );
  const { unclear: count, toCheck } = await take(unclear);
  expect([count, toCheck.toSorted()]).toEqual([2, donations.map(({ reference }) => reference).toSorted()]);
  const cases = () =>
    db
      .selectFrom("cases")
      .select(["status", "details", "decision"])
      .where("subject", "=", "azampay-status:settling")
      .execute();
  expect(await cases()).toMatchObject([{ status: "open", details: { word: "Settling", payments: 2 } }]);
  await take(donations.map((donation) => lineOf(donation, { outcome: "declined", providerWord: "failed" })));
  expect(await cases()).toMatchObject([{ status: "closed", decision: "matched" }]);
});

test("closing the case of an unknown word ignores its lines", async () => {
  const donation = await started();
  const unclear = lineOf(donation, { outcome: "unknown", providerWord: "Parked" });
  await take([unclear]);
  const { id: caseId } = await db
    .selectFrom("cases")
    .select("id")
    .where("subject", "=", "azampay-status:parked")
    .executeTakeFirstOrThrow();
  await resolveCase(db, { caseId, decision: "dismiss", reason: "a test", by: juma, now: now() });
  await take([unclear]);
  expect(await lines(donation.provider_reference)).toEqual(["ignored"]);
});

test("a payment paid only there is checked, and later becomes a case", async () => {
  const donation = await started();
  await db.updateTable("payments").set({ next_check_at: null }).where("id", "=", donation.id).execute();
  expect(await take([lineOf(donation)])).toMatchObject({ open: 1, toCheck: [donation.reference] });
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    donation: "pending",
    cases: [],
    journals: [],
  });
  expect((await readDonationState(db, donation.externalId)).nextCheck).not.toBeNull();
  await openCasesOfUnbooked(db);
  expect((await readDonationState(db, donation.externalId)).cases).toEqual([]);
  await db
    .updateTable("statement_lines")
    .set({ first_seen_at: new Date(Date.now() - 7_200_000) })
    .execute();
  await openCasesOfUnbooked(db);
  await openCasesOfUnbooked(db);
  expect((await readDonationState(db, donation.externalId)).cases).toEqual(["not-booked"]);
  await settle(donation);
  expect(await lines(donation.provider_reference)).toEqual(["matched"]);
  expect((await readDonationState(db, donation.externalId)).cases).toEqual(["not-booked (closed)"]);
});

test("a payment recorded while cases open gets no case", async () => {
  const donation = await started();
  await take([lineOf(donation)]);
  await sql`
    update statement_lines set first_seen_at = now() - interval '2 hours' where key = ${donation.provider_reference}
  `.execute(db);
  let opening = Promise.resolve(0);
  await db.transaction().execute(async (tx) => {
    const report = reportOf(donation);
    const messageId = await keepMessage(tx, donation);
    const verdict = await settlePayment(tx, await lockPayment(tx, report), report, { messageId, now: now() });
    await tx
      .updateTable("provider_messages")
      .set({ verdict, judged_at: now() })
      .where("id", "=", messageId)
      .execute();
    opening = openCasesOfUnbooked(db);
    const waiting = () => sql`select from pg_locks where not granted`.execute(tx);
    await vi.waitFor(async () => expect((await waiting()).rows).toHaveLength(1), patience);
  });
  await opening;
  expect((await readDonationState(db, donation.externalId)).cases).toEqual([]);
});

async function keepMessage(tx: Transaction<Tables>, { id: paymentId }: Donation): Promise<bigint> {
  const { id } = await tx
    .insertInto("provider_messages")
    .values({ provider: "azampay", kind: "status", body: "paid", payment_id: paymentId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

test("another amount opens a case, which stays closed until a statement changes", async () => {
  const donation = await paid();
  await take([lineOf(donation, { amount: 9_000n })]);
  expect((await readDonationState(db, donation.externalId)).cases).toEqual(["mismatch"]);
  const caseId = await caseAbout(donation);
  const resolving = { caseId, decision: "dismiss" as const, by: juma, now: now() };
  await resolveCase(db, { ...resolving, reason: "their charge was taken off" });
  expect(await lines(donation.provider_reference)).toEqual(["ignored"]);
  await take([lineOf(donation, { amount: 9_000n })]);
  expect(await lines(donation.provider_reference)).toEqual(["ignored"]);
  expect((await readDonationState(db, donation.externalId)).cases).toEqual(["mismatch (closed)"]);
  await take([lineOf(donation, { amount: 8_000n })]);
  expect(await lines(donation.provider_reference)).toEqual(["open"]);
  expect((await readDonationState(db, donation.externalId)).cases).toEqual(["mismatch (closed)", "mismatch"]);
});

test("an open case shows what the newest statement says", async () => {
  const donation = await paid();
  const readDetails = async () => {
    const { details } = await db
      .selectFrom("cases")
      .select("details")
      .where("payment_id", "=", donation.id)
      .executeTakeFirstOrThrow();
    return details;
  };
  for (const amount of [9_999n, 9_998n]) {
    await take([lineOf(donation, { amount })]);
    expect(await readDetails()).toMatchObject({ wrong: [{ field: "amount", said: String(amount) }] });
  }
  await db
    .updateTable("cases")
    .set({ details: '{"outcome":"paid"}' })
    .where("payment_id", "=", donation.id)
    .execute();
  await take([lineOf(donation, { amount: 9_997n })]);
  expect(await readDetails(), "what the provider itself reported").toEqual({ outcome: "paid" });
});

test("a listed refund is recorded after the provider confirms it", async () => {
  const donation = await paid();
  await take([lineOf(donation, { outcome: "reversed" })]);
  const { details } = await db
    .selectFrom("cases")
    .select("details")
    .where("payment_id", "=", donation.id)
    .executeTakeFirstOrThrow();
  expect(details).toEqual({ source: "statement", outcome: "reversed", wrong: [] });
  const report = reportOf(donation, { outcome: "reversed", amount: null });
  expect(await settleReported(db, report, now())).toBe("reversed");
  expect(await readDonationState(db, donation.externalId)).toMatchObject({ reversed: true });
  expect(await lines(donation.provider_reference)).toEqual(["matched"]);
});

test("unrecognised money opens a case, and its line closes with it", async () => {
  const stranger = { ...lineOf(await started()), reference: "nobody-s", providerReference: "T-77" };
  await take([stranger]);
  await take([stranger]);
  const found = await db
    .selectFrom("cases")
    .select(["id", "details"])
    .where("subject", "=", "azampay:T-77")
    .execute();
  expect(found).toMatchObject([{ details: { reference: "T-77", amount: "10000" } }]);
  const resolving = { decision: "not-ours" as const, reason: "another till", by: juma, now: now() };
  for (const { id: caseId } of found) await resolveCase(db, { caseId, ...resolving });
  expect(await lines("T-77")).toEqual(["ignored"]);
});

test("a payment under another provider reference does not match", async () => {
  const donation = await paid();
  await take([lineOf(donation, { providerReference: "somebody-else-s" })]);
  expect(await lines("somebody-else-s")).toEqual(["open"]);
});

test("a recorded payment that is missing from its file opens a case", async () => {
  const donation = await paid();
  await sql`
    update payments set created_at = '2026-10-05 10:00+03', settled_at = '2026-10-05 10:01+03' where id = ${donation.id}
  `.execute(db);
  const covers = (from: string, until: string) => take([], { covers: { from, to: until } });
  expect(await covers("2026-10-01", "2026-10-04")).toMatchObject({ unlisted: 0 });
  expect(await covers("2026-10-01", "2026-10-05")).toMatchObject({ unlisted: 1 });
  expect((await readDonationState(db, donation.externalId)).cases).toEqual(["not-listed"]);
  const caseId = await caseAbout(donation);
  const resolving = { caseId, decision: "dismiss" as const, by: juma, now: now() };
  await resolveCase(db, { ...resolving, reason: "it is on their list of the day before" });
  expect(await covers("2026-10-02", "2026-10-05")).toMatchObject({ unlisted: 0 });
  expect((await readDonationState(db, donation.externalId)).cases).toEqual(["not-listed (closed)"]);
});

test("a missing payment that a later statement lists closes its case", async () => {
  const donation = await paid();
  await sql`
    update payments set created_at = '2026-09-05 10:00+03', settled_at = '2026-09-05 10:01+03' where id = ${donation.id}
  `.execute(db);
  const covers = { from: "2026-09-05", to: "2026-09-05" };
  await take([], { covers });
  expect((await readDonationState(db, donation.externalId)).cases).toEqual(["not-listed"]);
  await take([lineOf(donation)], { covers });
  expect((await readDonationState(db, donation.externalId)).cases).toEqual(["not-listed (closed)"]);
});

test("I10: a difference open for a day without a case is reported", async () => {
  const donation = await started();
  await take([lineOf(donation)]);
  const broken = async () => (await findLedgerProblems(db)).filter(({ promise }) => promise === "I10");
  expect(await broken()).toEqual([]);
  await sql`
    update statement_lines set first_seen_at = now() - interval '27 hours' where key = ${donation.provider_reference}
  `.execute(db);
  expect(await broken()).toEqual([
    expect.objectContaining({ subject: `azampay:${donation.provider_reference}` }),
  ]);
  await openCasesOfUnbooked(db);
  expect(await broken()).toEqual([]);
});

test("ten parallel overlapping imports do not deadlock and store lines once", async () => {
  const donations = await Promise.all(Array.from({ length: 6 }, paid));
  const listed = donations.map((donation) => lineOf(donation));
  const taken = await Promise.all(
    Array.from({ length: 10 }, (_, at) => take(at % 2 === 0 ? listed : listed.toReversed())),
  );
  expect(taken.every(({ matched }) => matched === 6)).toBe(true);
  expect(await lines(...donations.map((donation) => donation.provider_reference))).toEqual(
    Array<string>(6).fill("matched"),
  );
});
