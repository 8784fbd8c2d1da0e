import { afterAll, expect, test } from "vitest";
import type { Report } from "#domain/payments/provider.ts";
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
import { resolveCase, type Decision, type CaseDecision } from "./resolve.ts";

const { db } = await testRecords();
const provider = scriptedProvider();
const now = new Date("2026-11-21T09:00:00Z");
afterAll(() => expectSoundLedger(db));

const settle = (report: Report) => settleReported(db, report, now);

async function caseAbout(paymentId: bigint): Promise<bigint> {
  const { id } = await db
    .selectFrom("cases")
    .select("id")
    .where("payment_id", "=", paymentId)
    .where("status", "=", "open")
    .executeTakeFirstOrThrow();
  return id;
}

const resolve = (caseId: bigint, decision: Decision, over: Partial<CaseDecision> = {}) =>
  resolveCase(db, { caseId, decision, reason: "statement line 7", by: "staff", now, ...over });

async function mismatched() {
  const donation = await startedDonation(db, provider, await campaign(db));
  await settle(reportOf(donation, { amount: 9_999n }));
  return { ...donation, caseId: await caseAbout(donation.id) };
}

test("a case is closed once, with a decision and a reason", async () => {
  const { caseId, externalId } = await mismatched();
  expect(await resolve(caseId, "fail", { reason: "  " })).toEqual({ kind: "reason-required" });
  expect(await resolve(caseId, "fail")).toEqual({ kind: "resolved" });
  expect(await resolve(caseId, "fail")).toEqual({ kind: "resolved-before" });
  expect(await readDonationState(db, externalId)).toMatchObject({
    donation: "failed",
    cases: ["mismatch (closed)"],
  });
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

test("a payment that did not arrive fails instead of waiting on", async () => {
  const { caseId, externalId } = await mismatched();
  expect(await resolve(caseId, "dismiss")).toEqual({ kind: "not-possible" });
  expect(await readDonationState(db, externalId)).toMatchObject({ donation: "pending", payment: "review" });
  expect(await resolve(caseId, "fail")).toEqual({ kind: "resolved" });
  expect(await readDonationState(db, externalId)).toMatchObject({ donation: "failed", payment: "failed" });
  expect(await resolve(10n ** 12n, "dismiss")).toEqual({ kind: "unknown" });
});

test("a paid payment cannot be marked as failed", async () => {
  const donation = await startedDonation(db, provider, await campaign(db));
  await settle(reportOf(donation));
  await settle(reportOf(donation, { outcome: "declined" }));
  const caseId = await caseAbout(donation.id);
  expect(await resolve(caseId, "fail")).toEqual({ kind: "not-possible" });
  expect(await resolve(caseId, "dismiss")).toEqual({ kind: "resolved" });
  expect((await readDonationState(db, donation.externalId)).journals).toEqual(["donation"]);
});
