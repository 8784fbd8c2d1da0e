import { afterAll, expect, test } from "vitest";
import { findDonation } from "#database/donations/details.ts";
import { findEarlierTry } from "#database/donations/earlier-try.ts";
import { readStatuses } from "#database/donations/status.ts";
import { failureOf } from "#domain/payments/failure-reason.ts";
import type { Report } from "#domain/payments/provider.ts";
import { openCase } from "#operations/cases/open.ts";
import { resolveCase } from "#operations/cases/resolve.ts";
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

const reported: [string, Saying, "other-amount" | "other-report"][] = [
  ["another amount", { amount: 9_999n }, "other-amount"],
  ["another currency", { currency: "USD" }, "other-report"],
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
  azampay.script.about = () => ({ kind: "report", report: reportOf(donation, { outcome: "declined" }) });
  await checkPayment(db, { azampay, selcom: null }, donation.reference, () => new Date());
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
});
