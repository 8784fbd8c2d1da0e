import type { Currency, Money } from "#domain/money/money.ts";
import type { PhoneNumber, Network } from "./phone.ts";
import type { Outcome, Report } from "./provider.ts";

/** One attempt to collect a gift. */
/** Whether money is pretended or real: a site's setting, and for good what a database is for. */
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
  // How the provider answered when it was asked to collect.
  "accepted",
  "refused",
  "unanswered",
  // What it says has become of the payment.
  "waiting",
  "paid",
  "declined",
  "cancelled",
  "reversed",
  // It says so of another amount, currency or order than was asked for.
  "mismatched",
  // A day has gone by without an end.
  "silent",
  // What people decide.
  "credited",
  "given-up",
  "refunded",
] as const;
export type PaymentEvent = (typeof paymentEvents)[number];

type Changes = Partial<Record<PaymentEvent, PaymentStatus>>;

/** Money that arrives late is money all the same: so a payment that had failed may still succeed. */
const moneyArrived = {
  paid: "succeeded",
  credited: "succeeded",
  reversed: "reversed",
} as const satisfies Changes;

const ended = { declined: "failed", cancelled: "cancelled", "given-up": "failed" } as const satisfies Changes;
const needsPeople = { mismatched: "review", silent: "review" } as const satisfies Changes;
const underWay = { ...moneyArrived, ...ended, ...needsPeople, waiting: "pending" } as const satisfies Changes;
const asked = { ...underWay, accepted: "pending", refused: "failed", unanswered: "unknown" } as const;

/**
 * Every permitted change, and no other. Whatever a provider reports, in whatever order and however often, the end is the
 * same: money that arrived weighs most, then a refusal, then a doubt.
 */
export const paymentChanges = {
  initiated: asked,
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

/** What people must look at although the status stays as it is: said before or after, it cannot be true. */
export function contradicts(status: PaymentStatus, event: PaymentEvent): boolean {
  return status === "succeeded" && (event === "declined" || event === "cancelled" || event === "refused");
}

/** A payment of these statuses is not asked about after a hint of this outcome. A reversal is the end of a payment. */
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

/** What a report is compared with. */
export type AskedFor = {
  provider: Report["provider"] | "offline";
  providerReference: string | null;
  amount: Money;
  /** Null where the payer chooses them on the provider's own page. */
  phone: PhoneNumber | null;
  network: Network | null;
};

export type Disagreement = "amount" | "currency" | "provider reference" | "phone" | "network";

/**
 * In what a report differs from what was asked for; what it does not say it cannot differ in. Of a refusal only the
 * reference counts: no money moved, and providers then name any amount or payer.
 */
export function disagreements(report: Report, payment: AskedFor): Disagreement[] {
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

/** Selcom gives each of its answers a reference of its own; it knows an order by ours. */
function sameProviderReference({ providerReference: said }: Report, payment: AskedFor): boolean {
  const known = payment.providerReference;
  return payment.provider !== "azampay" || said === null || known === null || said === known;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** After how long a day without an end becomes a case for staff. */
export const patience = 24 * hour;

/** A flood of hints about one payment leads to no more than one question in five seconds. */
export const questionsApart = 5 * second;

/** For a payment with more callbacks than any real one has, one question a minute is enough. */
export const questionsApartInFlood = 60 * second;

/**
 * How many status checks run at the same time. Measured with answers in a quarter of a second: 16 asked about 48 payments
 * a second. 10,000 open payments of the last half hour need 56 a second, because each is due every three minutes.
 */
export const questionsTogether = 24;

/** Ends a run of the job before its limit of ten minutes, also when each answer takes three seconds. */
export const questionsARun = 2_500;

const day = 24 * hour;

/** A cardholder can usually dispute a payment for about 120 days. Selcom reports it only when asked. */
export const cardsWatchedFor = 120 * day;
export const cardChecksApart = 7 * day;
/** In one night. */
export const mostCardChecks = 500;
/** To answer a chargeback: our own limit, because Selcom documents none. */
export const daysToAnswerChargeback = 7;

/** How long after its start a payment is asked about. */
const checkedAt = [
  ...[10 * second, 20 * second, 40 * second, 90 * second],
  ...everyFrom(3 * minute, 3 * minute, 30 * minute),
  ...everyFrom(60 * minute, 30 * minute, patience),
];

/** The same for a payment of which nobody knows whether a prompt was sent, and whose provider cannot be asked. */
export const patienceUnasked = hour;

/** When to ask again; null once there is nothing more to wait for. */
export function nextCheck(startedAt: Date, now: Date, longest = patience): Date | null {
  const age = now.getTime() - startedAt.getTime();
  const next = checkedAt.find((after) => after > age && after <= longest);
  return next === undefined ? null : new Date(startedAt.getTime() + next);
}

function everyFrom(first: number, gap: number, last: number): number[] {
  return Array.from({ length: Math.floor((last - first) / gap) + 1 }, (_, index) => first + index * gap);
}

/** An account of the ledger where collected money waits. */
export function receivedIn(
  provider: AskedFor["provider"],
  method: "mobile" | "card" | "bank" | "cash",
): string {
  if (provider !== "offline") return `provider_receivable:${provider}`;
  return method === "cash" ? "cash" : "bank";
}

/** Zakat is kept apart. */
export function fundOf(campaign: { id: string; zakatEligible: boolean }): string {
  return `${campaign.zakatEligible ? "zakat" : "campaign"}:${campaign.id}`;
}

export type Posting = { account: string; amount: bigint; currency: Currency; campaignId: string | null };

/** A debit is positive, a credit negative. */
export function donationPostings(gift: Money, from: string, fund: string, campaignId: string): Posting[] {
  const { amount, currency } = gift;
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
