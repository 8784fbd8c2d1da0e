import type { Currency, Money } from "#domain/money/money.ts";
import type { PhoneNumber, Network } from "./phone.ts";
import type { Outcome, PaidThrough, Report } from "./provider.ts";

/** Test or real money: a site's setting, and permanent for a database. */
export type PaymentsMode = "sandbox" | "live";

export const paymentStatuses = [
  "initiated",
  "pending",
  "unknown",
  "review",
  "succeeded",
  "failed",
  "cancelled",
  "reversed",
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const paymentEvents = [
  // The provider's answer to our request to collect.
  "accepted",
  "refused",
  "unanswered",
  // The provider's report about the payment.
  "waiting",
  "paid",
  "declined",
  "cancelled",
  "reversed",
  // It reports another amount, currency or order than we requested.
  "mismatched",
  // A day has passed without a final status.
  "silent",
  // Decisions of staff.
  "credited",
  "given-up",
  "refunded",
] as const;
export type PaymentEvent = (typeof paymentEvents)[number];

type Changes = Partial<Record<PaymentEvent, PaymentStatus>>;

/** Late money still counts, so a failed payment can still succeed. */
const moneyArrived = {
  paid: "succeeded",
  credited: "succeeded",
  reversed: "reversed",
} as const satisfies Changes;

const ended = { declined: "failed", cancelled: "cancelled", "given-up": "failed" } as const satisfies Changes;
const needsPeople = { mismatched: "review", silent: "review" } as const satisfies Changes;
const underWay = { ...moneyArrived, ...ended, ...needsPeople, waiting: "pending" } as const satisfies Changes;
const statusAfter = { ...underWay, accepted: "pending", refused: "failed", unanswered: "unknown" } as const;

/**
 * All permitted changes. Reports in any order and number lead to the same end. Received money has the highest
 * priority, then a failure, then a doubt.
 */
export const paymentChanges = {
  initiated: statusAfter,
  unknown: { ...underWay, accepted: "pending" },
  pending: underWay,
  review: { ...moneyArrived, ...ended },
  cancelled: { ...moneyArrived, declined: "failed" },
  failed: moneyArrived,
  succeeded: { reversed: "reversed", refunded: "reversed" },
  reversed: {},
} as const satisfies Record<PaymentStatus, Changes>;

export function changeOf(status: PaymentStatus, event: PaymentEvent): PaymentStatus | null {
  const changes: Changes = paymentChanges[status];
  return changes[event] ?? null;
}

/** Staff must look at these although the status does not change: they contradict it, before or after. */
export function contradicts(status: PaymentStatus, event: PaymentEvent): boolean {
  return status === "succeeded" && (event === "declined" || event === "cancelled" || event === "refused");
}

/** After a hint of this outcome, a payment in these statuses needs no status check. A reversal is final. */
export function statusesThatAgree(outcome: Outcome): PaymentStatus[] {
  switch (outcome) {
    case "paid":
    case "pending":
      return ["succeeded", "reversed"];
    case "declined":
    case "cancelled":
      return ["failed", "cancelled", "reversed"];
    case "reversed":
    case "unknown":
      return ["reversed"];
  }
}

export const openStatuses = ["initiated", "pending", "unknown", "review"] as const;

export function isOpen(status: PaymentStatus): boolean {
  return openStatuses.some((open) => open === status);
}

/** The expected values for a report. */
export type RequestedPayment = {
  provider: PaidThrough;
  providerReference: string | null;
  amount: Money;
  /** Null if the payer chooses them on the provider's own page. */
  phone: PhoneNumber | null;
  network: Network | null;
};

export type Disagreement = "amount" | "currency" | "provider reference" | "phone" | "network";

/**
 * Differences between a report and our request. A missing value is not a difference. For a failure only the reference
 * counts: no money moved, and providers then name any amount or payer.
 */
export function disagreements(report: Report, payment: RequestedPayment): Disagreement[] {
  const found: Disagreement[] = [];
  const isSame = sameProviderReference(report, payment);
  if (report.outcome !== "paid" && report.outcome !== "reversed") return isSame ? [] : ["provider reference"];
  const { amount, currency, phone, network } = report;
  if (typeof amount === "bigint" && amount !== payment.amount.amount) found.push("amount");
  if (currency !== null && currency !== payment.amount.currency) found.push("currency");
  if (!isSame) found.push("provider reference");
  if (phone !== null && payment.phone !== null && phone !== payment.phone) found.push("phone");
  if (network !== null && payment.network !== null && network !== payment.network) found.push("network");
  return found;
}

/** Selcom gives each of its answers a new reference. It knows an order by ours. */
function sameProviderReference({ providerReference: reported }: Report, payment: RequestedPayment): boolean {
  const known = payment.providerReference;
  return payment.provider !== "azampay" || reported === null || known === null || reported === known;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Time without a final status until staff get a case. */
export const patience = 24 * hour;

/** Many hints about one payment cause at most one status check in five seconds. */
export const questionsApart = 5 * second;

/** For a payment with more callbacks than any real one has, one status check a minute is enough. */
export const questionsApartInFlood = 60 * second;

/**
 * Number of parallel status checks. Measured with answers in a quarter of a second: 16 checked about 48 payments a
 * second. 10,000 open payments of the last half hour need 56 a second, because each is due every three minutes.
 */
export const questionsTogether = 24;

/** Ends a run of the job before its limit of ten minutes, even if each answer takes three seconds. */
export const questionsARun = 2_500;

const day = 24 * hour;

/** A cardholder can usually dispute a payment for about 120 days. Selcom reports it only when asked. */
export const cardsWatchedFor = 120 * day;
export const cardChecksApart = 7 * day;
/** Per night. */
export const mostCardChecks = 500;
/** Time to answer a chargeback: our own limit, because Selcom documents none. */
export const daysToAnswerChargeback = 7;

/** Times of status checks after the start of a payment. */
const checkedAt = [
  ...[10 * second, 20 * second, 40 * second, 90 * second],
  ...everyFrom(3 * minute, 3 * minute, 30 * minute),
  ...everyFrom(60 * minute, 30 * minute, patience),
];

/** For a payment that may have sent no payment request, if its provider has no status check. */
export const patienceWithoutRequest = hour;

export function nextCheck(startedAt: Date, now: Date, longest = patience): Date | null {
  const age = now.getTime() - startedAt.getTime();
  const next = checkedAt.find((after) => after > age && after <= longest);
  return next === undefined ? null : new Date(startedAt.getTime() + next);
}

function everyFrom(first: number, gap: number, last: number): number[] {
  return Array.from({ length: Math.floor((last - first) / gap) + 1 }, (_, index) => first + index * gap);
}

/** A ledger account for collected money. */
export function receivedIn(
  provider: RequestedPayment["provider"],
  method: "mobile" | "card" | "bank" | "cash",
): string {
  if (provider !== "offline") return `provider_receivable:${provider}`;
  return method === "cash" ? "cash" : "bank";
}

/** Zakat is in a separate account. */
export function fundOf(campaign: { id: string; isZakatEligible: boolean }): string {
  return `${campaign.isZakatEligible ? "zakat" : "campaign"}:${campaign.id}`;
}

export type Posting = { account: string; amount: bigint; currency: Currency; campaignId: string | null };

/** A debit is positive, a credit negative. */
export function donationPostings(donation: Money, from: string, fund: string, campaignId: string): Posting[] {
  const { amount, currency } = donation;
  return [
    { account: from, amount, currency, campaignId: null },
    { account: fund, amount: -amount, currency, campaignId },
  ];
}

/** Ordered by campaign: two moves in opposite directions lock the totals in the same order. */
export function movePostings(
  { amount, currency }: Money,
  from: { fund: string; campaignId: string },
  to: { fund: string; campaignId: string },
): Posting[] {
  return [
    { account: from.fund, amount, currency, campaignId: from.campaignId },
    { account: to.fund, amount: -amount, currency, campaignId: to.campaignId },
  ].toSorted((a, b) => (a.campaignId < b.campaignId ? -1 : 1));
}

export function feePostings({ amount, currency }: Money, from: string): Posting[] {
  return [
    { account: from, amount, currency, campaignId: null },
    { account: "fee_income", amount: -amount, currency, campaignId: null },
  ];
}
