import { afterAll, expect, test } from "vitest";
import { findDonation } from "#database/donations/details.ts";
import { findEarlierTry, standingOfTries } from "#database/donations/earlier-try.ts";
import { readStatuses } from "#database/donations/status.ts";
import { failureOf } from "#domain/payments/failure-reason.ts";
import type { Report } from "#domain/payments/provider.ts";
import { openCase } from "#operations/cases/open.ts";
import { resolveCase } from "#operations/cases/resolve.ts";
import { importStatement } from "#operations/reconciliation/import-statement.ts";
import { storePreview } from "#operations/reconciliation/store-preview.ts";
import { undoImport } from "#operations/reconciliation/undo-import.ts";
import { readStatement } from "#payments/azampay/statement.ts";
import { mayTryAgainAfter } from "#domain/payments/limits.ts";
import { patience } from "#domain/payments/status.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { startDonation } from "#operations/donations/start.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { campaign } from "#tests/support/database/records.ts";
import {
  donationWanted,
  expectSoundLedger,
  just,
  reportOf,
  scriptedProvider,
  settleReported,
  startedDonation,
  type Saying,
} from "#tests/support/donations/begin.ts";
import { checkPayment } from "./check-status.ts";
import { receiveCallback } from "./receive-callback.ts";

const { db } = await testRecords();
afterAll(() => expectSoundLedger(db));

const azampay = scriptedProvider("azampay");
const to = await campaign(db);
const proofs = ["signature"] as const;

type Said = NonNullable<Saying["outcome"]>;

let bodies = 0;
const receive = (report: Report, body = `body ${(bodies += 1)}`) =>
  receiveCallback(
    db,
    { provider: "azampay", headers: {}, body, read: { kind: "report", report } },
    { trusted: proofs, now: new Date() },
  );

type Donation = Awaited<ReturnType<typeof startedDonation>>;

async function cancelledDonation(): Promise<Donation> {
  const donation = await startedDonation(db, azampay, to);
  await receive(
    reportOf(donation, { proofs: [...proofs], outcome: "cancelled" }),
    `cancelled by user ${(bodies += 1)}`,
  );
  expect(await forDonor(donation)).toEqual(["failed", null, "cancelled"]);
  return donation;
}

/** Status, doubt and reason of failure, as the donor's pages and the API show them. */
async function forDonor({ externalId }: Donation) {
  const [status] = await readStatuses(db, [externalId]);
  const found = await findDonation(db, externalId);
  if (found === null) throw new Error("no donation");
  expect([found.status, found.payment.doubt]).toEqual([status?.status, status?.doubt]);
  return [found.status, found.payment.doubt, failureOf(found.payment)];
}

const paymentOf = (externalId: string) =>
  db
    .selectFrom("payments as p")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .select(["p.reference", "p.provider_reference", "p.amount"])
    .where("d.external_id", "=", externalId)
    .executeTakeFirstOrThrow();

async function dismiss(donation: Donation): Promise<void> {
  const open = await db
    .selectFrom("cases")
    .select("id")
    .where("payment_id", "=", donation.id)
    .where("status", "=", "open")
    .executeTakeFirstOrThrow();
  const reason = "statement line 7";
  expect(
    await resolveCase(db, { caseId: open.id, decision: "dismiss", reason, by: "staff", now: new Date() }),
  ).toEqual({ kind: "resolved" });
}

async function answer(donation: Donation, outcome: Said): Promise<void> {
  azampay.script.about = () => ({ kind: "report", report: reportOf(donation, { outcome }) });
  await checkPayment(db, { azampay, selcom: null }, donation.reference, () => new Date(), 0);
}

async function makeOlder({ id, donation_id }: Donation, seconds: number): Promise<void> {
  const created_at = new Date(Date.now() - seconds * 1_000);
  await db.updateTable("payments").set({ created_at }).where("id", "=", id).execute();
  await db
    .updateTable("payments")
    .set({ hinted_at: created_at })
    .where("id", "=", id)
    .where("hint", "is not", null)
    .execute();
  await db.updateTable("donations").set({ created_at }).where("id", "=", donation_id).execute();
}

const repeated = async ({ externalId }: { externalId: string }, campaign = to) =>
  (await startDonation(db, donationWanted(azampay, campaign, { retryOf: externalId }), just())).kind;

const reported: [string, Saying, "other-amount" | "other-report"][] = [
  ["another amount", { amount: 9_999n }, "other-amount"],
  ["another currency", { currency: "USD" }, "other-report"],
  ["nothing", { amount: 0n }, "other-report"],
];

test.each(reported)("%s paid after a failure is a doubt until staff decide", async (_, over, doubt) => {
  const donation = await cancelledDonation();
  await receive(reportOf(donation, { proofs: [...proofs], ...over }));
  expect((await forDonor(donation)).slice(0, 2)).toEqual(["pending", doubt]);
  await dismiss(donation);
  expect(await forDonor(donation), "no promise that the donor was not charged").toEqual([
    "failed",
    null,
    "closed",
  ]);
});

test("an unproven report of money is a doubt until the provider answers", async () => {
  const donation = await cancelledDonation();
  await receive(reportOf(donation, { proofs: [] }));
  expect((await forDonor(donation)).slice(0, 2)).toEqual(["pending", "other-report"]);
  await answer(donation, "declined");
  expect((await forDonor(donation)).slice(0, 2)).toEqual(["failed", null]);
});

const hintsOfMoney: Said[][] = [
  ["paid"],
  ["pending", "paid"],
  ["unknown", "paid"],
  ["declined", "pending", "paid", "unknown"],
  ["reversed"],
  ["paid", "reversed"],
  ["reversed", "paid"],
];

test.each(hintsOfMoney.map((outcomes) => [outcomes.join(", "), outcomes] as const))(
  "unproven reports (%s) are a doubt until the provider answers",
  async (_, outcomes) => {
    const donation = await cancelledDonation();
    for (const outcome of outcomes) await receive(reportOf(donation, { proofs: [], outcome }));
    expect((await forDonor(donation)).slice(0, 2)).toEqual(["pending", "other-report"]);
    await answer(donation, "declined");
    expect((await forDonor(donation)).slice(0, 2)).toEqual(["failed", null]);
  },
);

test("an unproven report about an open request is a doubt once the donor could repeat it", async () => {
  const donation = await startedDonation(db, azampay, to);
  await receive(reportOf(donation, { proofs: [] }));
  expect((await forDonor(donation)).slice(0, 2)).toEqual(["pending", null]);
  expect(await repeated(donation), "a repetition does not wait").toBe("first-in-doubt");
  await makeOlder(donation, mayTryAgainAfter + 1);
  expect((await forDonor(donation)).slice(0, 2)).toEqual(["pending", "other-report"]);
  expect(await repeated(donation)).toBe("first-in-doubt");
  await answer(donation, "pending");
  expect((await forDonor(donation)).slice(0, 2), "not clear").toEqual(["pending", "other-report"]);
  await answer(donation, "declined");
  expect(await repeated(donation)).toBe("prompted");
});

test.each(["failed", "open"] as const)(
  "a report of money about a %s payment outlives silence",
  async (state) => {
    const donation = state === "failed" ? await cancelledDonation() : await startedDonation(db, azampay, to);
    await receive(reportOf(donation, { proofs: [] }));
    await makeOlder(donation, patience / 1_000 + 60);
    await answer(donation, "pending");
    expect((await forDonor(donation)).slice(0, 2)).toEqual(["pending", "other-report"]);
    expect(await repeated(donation)).toBe("first-in-doubt");
    if (state === "open") return;
    await dismiss(donation);
    expect(await forDonor(donation), "no promise that the donor was not charged").toEqual([
      "failed",
      null,
      "closed",
    ]);
  },
);

test("a report of money after a day of silence outlives its own silence too", async () => {
  const donation = await startedDonation(db, azampay, to);
  await makeOlder(donation, patience / 1_000 + 60);
  await answer(donation, "pending");
  expect((await forDonor(donation)).slice(0, 2), "silence alone").toEqual(["pending", null]);
  await receive(reportOf(donation, { proofs: [] }));
  expect((await forDonor(donation)).slice(0, 2)).toEqual(["pending", "other-report"]);
  await makeOlder(donation, patience / 1_000 + 60);
  await answer(donation, "pending");
  const { hint } = await db
    .selectFrom("payments")
    .select("hint")
    .where("id", "=", donation.id)
    .executeTakeFirstOrThrow();
  expect(hint).toBeNull();
  expect((await forDonor(donation)).slice(0, 2)).toEqual(["pending", "other-report"]);
});

test("a line of a statement is a doubt from its import on", async () => {
  const donation = await cancelledDonation();
  const content = Buffer.from(
    `Transaction ID,External Id,Amount,Status,Date\n${donation.provider_reference},${donation.reference},10000,success,2026-11-01`,
  );
  const read = readStatement(content);
  if (read.kind !== "statement") throw new Error(read.why);
  const juma = await colleague(db, "staff");
  const { id } = await storePreview(db, { ...read, name: "november.csv", content }, juma);
  expect((await forDonor(donation)).slice(0, 2), "only shown to staff").toEqual(["failed", null]);
  await importStatement(db, { statementId: id, order: null, by: juma }, new Date());
  expect((await forDonor(donation)).slice(0, 2)).toEqual(["pending", "other-report"]);
  expect(await repeated(donation)).toBe("first-in-doubt");
  expect(await undoImport(db, { statementId: id, by: juma })).toEqual({ kind: "undone" });
  expect((await forDonor(donation)).slice(0, 2)).toEqual(["failed", null]);
});

test.each(["not-booked", "no-answer"] as const)(
  "an open case %s about a failure is a doubt",
  async (kind) => {
    const donation = await cancelledDonation();
    await openCase(db, kind, { paymentId: donation.id, details: {} });
    expect((await forDonor(donation)).slice(0, 2)).toEqual(["pending", "other-report"]);
  },
);

test("a report of money does not replace the reason of a failure", async () => {
  const donation = await cancelledDonation();
  await receive(reportOf(donation, { proofs: [] }), "all is paid");
  await receive(reportOf(donation, { proofs: [...proofs], amount: 9_999n }), "9999 is paid");
  const found = await findDonation(db, donation.externalId);
  expect(found?.payment.providerWord).toMatch(/^cancelled by user/);
});

test("while the first payment is in doubt, it is not repeated", async () => {
  const first = await cancelledDonation();
  const repeat = () =>
    startDonation(db, { ...donationWanted(azampay, to), retryOf: first.externalId }, just());
  const second = await repeat();
  if (second.kind !== "prompted") throw new Error(second.kind);
  const seen = async () => (await findEarlierTry(db, second.donation.externalId))?.kind;
  expect(await seen()).toBe("unpaid");
  await receive(reportOf(first, { proofs: [...proofs], amount: 9_999n }));
  expect(await seen()).toBe("in-doubt");
  const sent = azampay.sent();
  expect(await repeat()).toEqual({ kind: "first-in-doubt" });
  const third = { ...donationWanted(azampay, to), retryOf: second.donation.externalId };
  await settleReported(db, reportOf(await paymentOf(second.donation.externalId), { outcome: "declined" }));
  expect(await startDonation(db, third, just()), "of the second try").toEqual({ kind: "first-in-doubt" });
  expect(azampay.sent()).toBe(sent);
  await receive(reportOf(first, { proofs: [...proofs] }));
  expect(await seen()).toBe("paid");
  expect(await startDonation(db, third, just()), "its first try arrived").toEqual({ kind: "first-paid" });
  expect(await repeated(first)).toBe("first-paid");
  expect(azampay.sent()).toBe(sent);
});

test("a doubt is not repeated however young it is, and not for another campaign", async () => {
  const young = await startedDonation(db, azampay, to);
  await receive(reportOf(young, { proofs: [...proofs], amount: 9_999n }));
  const sent = azampay.sent();
  expect(await repeated(young)).toBe("first-in-doubt");
  expect(await repeated(young, await campaign(db))).toBe("first-in-doubt");
  expect(azampay.sent()).toBe(sent);
});

test("a young payment and its repetition for another campaign know of each other", async () => {
  const first = await startedDonation(db, azampay, to);
  const second = await startedDonation(db, azampay, await campaign(db), { retryOf: first.externalId });
  const seen = async ({ externalId }: Donation) => findEarlierTry(db, externalId);
  expect(await standingOfTries(db, second.externalId)).toBe("open");
  await settleReported(db, reportOf(second, { outcome: "declined" }));
  expect(await standingOfTries(db, second.externalId)).toBe("open");
  expect(await seen(second)).toMatchObject({ kind: "open", orderId: first.externalId });
  await settleReported(db, reportOf(first));
  expect(await seen(second)).toMatchObject({ kind: "paid", orderId: first.externalId });
  expect(await repeated(second)).toBe("first-paid");
});

test("a failed payment knows the state of its repetitions", async () => {
  const first = await cancelledDonation();
  const again = async (retryOf: string) => {
    const tried = await startedDonation(db, azampay, to, { retryOf });
    await settleReported(db, reportOf(tried, { outcome: "declined" }));
    return tried;
  };
  const second = await again(first.externalId);
  const sibling = await again(first.externalId);
  const third = await again(second.externalId);
  const seen = async ({ externalId }: Donation) => findEarlierTry(db, externalId);
  expect(await seen(first)).toMatchObject({ kind: "unpaid", isLater: true });
  expect(await seen(third)).toMatchObject({ kind: "unpaid", isLater: false, orderId: sibling.externalId });

  await receive(reportOf(second, { proofs: [...proofs], amount: 9_999n }));
  const doubt = { kind: "in-doubt", doubt: "other-amount", orderId: second.externalId };
  expect(await seen(first)).toEqual({ ...doubt, isLater: true });
  expect(await seen(sibling)).toEqual({ ...doubt, isLater: false });
  expect(await seen(third)).toEqual({ ...doubt, isLater: false });
  for (const each of [first, second, sibling, third]) expect(await repeated(each)).toBe("first-in-doubt");

  await receive(reportOf(third, { proofs: [...proofs] }));
  const paid = { kind: "paid", orderId: third.externalId, isLater: true };
  for (const each of [first, second, sibling]) expect(await seen(each)).toMatchObject(paid);
  for (const each of [first, second, sibling, third]) expect(await repeated(each)).toBe("first-paid");
  await settleReported(db, reportOf(third, { outcome: "reversed" }));
  await dismiss(second);
  expect(await repeated(first), "the donor can give again").toBe("prompted");
});
