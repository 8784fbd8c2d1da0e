import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { findLostPayments, findLostRequests } from "#database/reconciliation/lost-payments.ts";
import { takeStatement } from "#operations/reconciliation/store-statement.ts";
import { openCase } from "#operations/cases/open.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { campaign } from "#tests/support/database/records.ts";
import {
  expectSoundLedger,
  readDonationState,
  scriptedProvider,
  startedDonation,
} from "#tests/support/donations/begin.ts";
import { addLostDonation } from "./add-lost-donation.ts";
import { approveLostPayments, requestLostPayments } from "./record-lost-payments.ts";

const { db } = await testRecords();
const to = await campaign(db);
const juma = await colleague(db, "staff");
const [asha, neema] = [await colleague(db, "admin"), await colleague(db, "admin")];
afterAll(() => expectSoundLedger(db));

const reason = "The backup is older";
const request = (by = juma, over: { reason?: string } = {}) =>
  requestLostPayments(db, { by, reason, statement: "AzamPay, November", ...over });
const approve = (seen: { count: number; last: bigint }, by = asha) =>
  approveLostPayments(db, { proposedBy: juma, seen, by, reason: "", provenAt: null, now: new Date() });

let listed = 0;
/** As an hour after staff added it: the statement lists it as paid, and AzamPay did not answer. */
async function lostPayment(amount = 25_000n): Promise<string> {
  listed += 1;
  const providerReference = `T-LOST-${listed}`;
  const line = {
    ...{ line: 2, reference: `lost-${listed}`, providerReference, amount, day: "2026-11-20" as const },
    ...({ outcome: "paid", providerWord: "success" } as const),
  };
  await takeStatement(db, { provider: "azampay", name: "november", lines: [line], covers: null }, new Date());
  const { id: caseId } = await db
    .selectFrom("cases")
    .select("id")
    .where("subject", "=", `azampay:${providerReference}`)
    .executeTakeFirstOrThrow();
  const added = await addLostDonation(db, { caseId, campaignId: to, reason, by: juma, now: new Date() });
  if (added.kind !== "added") throw new Error(added.kind);
  const payment = await db
    .selectFrom("payments")
    .select("id")
    .where("reference", "=", added.reference)
    .executeTakeFirstOrThrow();
  await openCase(db, "not-booked", { paymentId: payment.id, details: { day: "2026-11-20" } });
  return added.externalId;
}

async function seenNow() {
  const requests = await findLostRequests(db, juma);
  return { count: requests.length, last: requests.at(-1)?.proposalId ?? 0n };
}

test("one person requests all lost payments, and another approves them", async () => {
  const lost = [await lostPayment(), await lostPayment(40_000n)];
  const another = await startedDonation(db, scriptedProvider(), to);
  const { id } = await db
    .selectFrom("payments")
    .select("id")
    .where("reference", "=", another.reference)
    .executeTakeFirstOrThrow();
  await openCase(db, "not-booked", { paymentId: id, details: { day: "2026-11-20" } });

  expect(await request(juma, { reason: " " })).toEqual({ kind: "reason-required" });
  expect(await request()).toEqual({ kind: "requested", requested: 2, left: 0 });
  expect(await request()).toEqual({ kind: "requested", requested: 0, left: 0 });
  const seen = await seenNow();
  expect(seen.count).toBe(2);
  expect(await approve(seen, juma)).toEqual({ kind: "admins-only" });
  expect(await findLostPayments(db)).toHaveLength(2);
  expect(await approve(seen)).toEqual({ kind: "approved", approved: 2, left: 0 });
  for (const externalId of lost)
    expect(await readDonationState(db, externalId)).toMatchObject({
      ...{ donation: "completed", journals: ["donation"], cases: ["not-booked (closed)"] },
    });
  expect((await readDonationState(db, another.externalId)).donation).toBe("pending");
  const { rows } = await sql<{ action: string; entries: number }>`
    select action, count(*)::int as entries from audit_log where action like '%:credit' group by 1 order by 1
  `.execute(db);
  expect(rows).toEqual([
    { action: "approve:credit", entries: 2 },
    { action: "propose:credit", entries: 2 },
  ]);
});

test("no one approves a request that the list did not show", async () => {
  await lostPayment();
  await request();
  const seen = await seenNow();
  const later = await lostPayment();
  await request();
  expect(await approve({ ...seen, count: 2 })).toEqual({ kind: "others" });
  expect(await approve(seen)).toEqual({ kind: "approved", approved: 1, left: 0 });
  expect((await readDonationState(db, later)).donation).toBe("pending");
  const rest = await seenNow();
  const both = await Promise.all([approve(rest), approve(rest, neema)]);
  const approved = both.map((each) => (each.kind === "approved" ? each.approved : 0));
  expect(approved.toSorted()).toEqual([0, 1]);
});

test("a payment of more than the limit stays a case of its own", async () => {
  const large = await lostPayment(900_000_000_000n);
  expect(await request()).toEqual({ kind: "requested", requested: 0, left: 1 });
  expect((await readDonationState(db, large)).donation).toBe("pending");
});
