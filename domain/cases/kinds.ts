import { changeOf, type PaymentStatus } from "#domain/payments/status.ts";

/** What staff must look at. The first are about one payment. */
export const caseKinds = [
  /** A provider reported another amount, currency or order than was asked for. */
  "mismatch",
  /** A refusal was reported of what had been paid. */
  "contradiction",
  "no-answer",
  /** A gift and the new try of it were both paid. */
  "duplicate",
  "reversed",
  /** Paid by our records, and not on the provider's own list. */
  "not-listed",
  /** On the provider's own list as paid, and not by our records although it was asked about. */
  "not-booked",
  /** A provider turned us away: credentials, address, or a network that is not enabled. */
  "misconfigured",
  /** Messages came about payments that are none of ours: one case of a provider's for a day. */
  "unknown-payment",
  /** The provider lists money that is none of ours. */
  "unknown-order",
  /** A statement has a status word that we do not know. */
  "unknown-status",
  /** A provider's list has rows that cannot be read or that contradict each other. */
  "odd-rows",
  "undelivered",
  "mail-server",
  /** Many card payments are begun and not paid: somebody may be trying stolen cards. */
  "card-testing",
  /** Many requests for mobile money are sent and not paid: somebody may be sending them to strangers' phones. */
  "unpaid-requests",
  "ledger",
] as const;
export type CaseKind = (typeof caseKinds)[number];

/** What can be decided about a case whose payment stands so; null is a case about no payment. */
export function decisionsOn(payment: PaymentStatus | null): {
  /** Not while the gift waits for a decision: closed without one, it would wait for ever. */
  dismiss: boolean;
  credit: boolean;
  fail: boolean;
  refund: boolean;
} {
  const may = (event: "credited" | "given-up" | "refunded") =>
    payment !== null && changeOf(payment, event) !== null;
  return {
    dismiss: payment !== "review",
    credit: may("credited"),
    fail: may("given-up"),
    refund: may("refunded"),
  };
}

/** What may be decided where nothing follows for the ledger: of a kind without choices of its own, just that. */
export const dismissals = ["dismiss", "not-ours", "booked-offline"] as const;
export type Dismissal = (typeof dismissals)[number];

export const dismissalsOf = (kind: string): readonly Dismissal[] =>
  kind === ("unknown-order" satisfies CaseKind) ? ["not-ours", "booked-offline"] : ["dismiss"];
