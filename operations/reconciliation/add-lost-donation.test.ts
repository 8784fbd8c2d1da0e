import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { ListedPayment } from "#domain/reconciliation/statement.ts";
import { takeStatement } from "#operations/reconciliation/store-statement.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { campaign } from "#tests/support/database/records.ts";
import {
  expectSoundLedger,
  readDonationState,
  reportOf,
  settleReported,
} from "#tests/support/donations/begin.ts";
import { addLostDonation } from "./add-lost-donation.ts";
import { addLostDonations, countLostDonations } from "./add-lost-donations.ts";

const { db } = await testRecords();
const to = await campaign(db);
const juma = await colleague(db, "staff");
afterAll(() => expectSoundLedger(db));

let listed = 0;
/** A payment that only AzamPay's statement shows, and its case. */
async function unrecognised(over: Partial<ListedPayment> = {}) {
  listed += 1;
  const line: ListedPayment = {
    ...{ line: 2, reference: `lost-${listed}`, providerReference: `T-LOST-${listed}`, amount: 25_000n },
    ...{ outcome: "paid", providerWord: "success", day: "2026-11-20" },
    ...over,
  };
  await takeStatement(db, { provider: "azampay", name: "november", lines: [line], covers: null }, new Date());
  return { line, caseId: await caseOf(line.providerReference ?? "") };
}

async function caseOf(key: string): Promise<bigint> {
  const { id } = await db
    .selectFrom("cases")
    .select("id")
    .where("subject", "=", `azampay:${key}`)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return id;
}

const add = (caseId: bigint, over: { campaignId?: string; reason?: string; by?: string } = {}) =>
  addLostDonation(db, {
    ...{ caseId, campaignId: to, reason: "The backup is older", by: juma, now: new Date() },
    ...over,
  });

const stateOf = (caseId: bigint) =>
  db
    .selectFrom("cases")
    .select(["status", "decision", "closed_by"])
    .where("id", "=", caseId)
    .executeTakeFirst();

test("a lost donation is pending until the provider proves its payment", async () => {
  const { line, caseId } = await unrecognised();
  const added = await add(caseId);
  if (added.kind !== "added") throw new Error(added.kind);
  expect(await stateOf(caseId)).toEqual({ status: "closed", decision: "added", closed_by: juma });
  expect(await readDonationState(db, added.externalId)).toMatchObject({
    ...{ donation: "pending", payment: "initiated", journals: [], cases: [] },
  });
  const payment = { reference: "lost-1", provider_reference: line.providerReference, amount: 25_000n };
  expect(await settleReported(db, reportOf(payment))).toBe("succeeded");
  expect(await readDonationState(db, added.externalId)).toMatchObject({
    ...{ donation: "completed", payment: "succeeded", journals: ["donation"], mails: 0 },
  });
  const { rows } = await sql<{ state: string }>`
    select state from statement_standings where key = ${line.providerReference}
  `.execute(db);
  expect(rows).toEqual([{ state: "matched" }]);
});

test("a payment of this morning gets no time in the future", async () => {
  const { caseId } = await unrecognised({ day: "2026-11-20" });
  const morning = new Date("2026-11-20T03:26:00+03:00");
  const added = await addLostDonation(db, {
    ...{ caseId, campaignId: to, reason: "The backup is older", by: juma, now: morning },
  });
  if (added.kind !== "added") throw new Error(added.kind);
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from donations where external_id = ${added.externalId}
  `.execute(db);
  expect(rows).toEqual([{ created_at: morning }]);
});

test("two people who add the same donation add it once", async () => {
  const { caseId } = await unrecognised();
  const kinds = (await Promise.all([add(caseId), add(caseId)])).map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(["added", "resolved-before"]);
});

test("all lost donations are added at once, and other money stays a case", async () => {
  const own = (last: string) => ({ reference: `${"0".repeat(25)}${last}` });
  const lost = [await unrecognised(own("a")), await unrecognised(own("b"))];
  const foreign = await unrecognised();
  const failed = await unrecognised({ ...own("c"), amount: null });
  const decision = { campaignId: to, reason: "The backup is older", by: juma, now: new Date() };
  expect(await addLostDonations(db, { ...decision, reason: " " })).toEqual({ kind: "reason-required" });
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from cases where kind = 'unknown-order' and status = 'open'`.execute(db);
  expect(await countLostDonations(db), "as the question says").toBe(2);
  expect(await addLostDonations(db, decision)).toEqual({
    kind: "added",
    added: 2,
    left: (rows[0]?.open ?? 0) - 2,
  });
  for (const { line, caseId } of lost) {
    expect(await stateOf(caseId)).toEqual({ status: "closed", decision: "added", closed_by: juma });
    const payment = await db
      .selectFrom("payments")
      .select(["status", "amount"])
      .where("reference", "=", line.reference ?? "")
      .execute();
    expect(payment).toEqual([{ status: "initiated", amount: 25_000n }]);
  }
  for (const { caseId } of [foreign, failed]) expect(await stateOf(caseId)).toMatchObject({ status: "open" });
  expect(await addLostDonations(db, decision)).toMatchObject({ added: 0 });
});

test("two people who add all at once add each donation once", async () => {
  await unrecognised({ reference: `${"0".repeat(25)}d` });
  const decision = { campaignId: to, reason: "The backup is older", by: juma, now: new Date() };
  const both = await Promise.all([addLostDonations(db, decision), addLostDonations(db, decision)]);
  expect(both.map((each) => (each.kind === "added" ? each.added : each.kind)).toSorted()).toEqual([0, 1]);
});

test("returned or disputed money is not added", async () => {
  const { caseId } = await unrecognised();
  const failed = { outcome: "declined", providerWord: "failure" } as const;
  const key = { reference: `lost-${listed}`, providerReference: `T-LOST-${listed}` };
  await takeStatement(
    db,
    {
      ...{ provider: "azampay", name: "another file", covers: null },
      lines: [{ line: 2, ...key, ...failed, amount: 25_000n, day: "2026-11-20" }],
    },
    new Date(),
  );
  expect(await add(caseId)).toEqual({ kind: "not-possible" });
  expect(await stateOf(caseId)).toMatchObject({ status: "open" });
});

test.each([
  ["another currency", { currency: "USD" }],
  ["no publication", { status: "pending" }],
  ["no Zakat ruling", { is_zakat_eligible: true, category: "zakat", owner_id: null }],
] as const)("a campaign with %s takes no lost donation", async (_, values) => {
  const { caseId } = await unrecognised();
  const campaignId = await campaign(db, values);
  expect(await add(caseId, { campaignId })).toEqual({ kind: "no-campaign" });
});

test("a case of another kind, no reason or an unknown case adds nothing", async () => {
  const { caseId } = await unrecognised();
  expect(await add(caseId, { reason: " " })).toEqual({ kind: "reason-required" });
  expect(await add(-1n)).toEqual({ kind: "unknown" });
  const { id } = await db
    .insertInto("cases")
    .values({ kind: "unknown-payment", subject: "azampay on 2026-11-20", details: "{}" })
    .returning("id")
    .executeTakeFirstOrThrow();
  expect(await add(id)).toEqual({ kind: "not-possible" });
});
