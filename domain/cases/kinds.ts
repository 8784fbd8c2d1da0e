import { changeOf, type PaymentStatus } from "#domain/payments/status.ts";

/** Kinds of cases for staff. The first are about one payment. */
export const caseKinds = [
  /** A provider reported another amount, currency or order than we requested. */
  "mismatch",
  /** A provider reported a failure after the payment was paid. */
  "contradiction",
  "no-answer",
  /** A donation and its retry were both paid. */
  "duplicate",
  "reversed",
  /** Paid in our records, but not on the provider's own list. */
  "not-listed",
  /** Paid on the provider's own list, but not in our records after we asked the provider. */
  "not-booked",
  /** A provider refused our request: credentials, address, or a network that is not enabled. */
  "misconfigured",
  /** Callbacks about payments that we do not know: one case per provider and day. */
  "unknown-payment",
  /** The provider lists money that is not ours. */
  "unknown-order",
  "unknown-status",
  /** A provider's list has unreadable or contradictory rows. */
  "odd-rows",
  "undelivered",
  "mail-server",
  /** Many card payments are started and not paid: a sign of testing stolen cards. */
  "card-testing",
  /** Many requests for mobile money are sent and not paid: a sign of sending them to strangers' phones. */
  "unpaid-requests",
  "ledger",
  /** A visitor reports that something is wrong with a campaign. */
  "concern",
] as const;
export type CaseKind = (typeof caseKinds)[number];

/** Listed after the others. */
export const kindsNotAboutMoney = ["undelivered", "mail-server", "concern"] as const satisfies CaseKind[];

/** Possible decisions about a case, by the status of its payment. Null: the case is not about a payment. */
export function decisionsOn(payment: PaymentStatus | null): {
  /** Not while the donation is undecided: closing the case would leave it pending permanently. */
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

/** Decisions without effect on the ledger. It is the only choice for a kind without its own choices. */
export const dismissals = ["dismiss", "not-ours", "dealt-with"] as const;
export type Dismissal = (typeof dismissals)[number];

const ownDismissals: Partial<Record<CaseKind, readonly Dismissal[]>> = {
  "unknown-order": ["not-ours"],
  undelivered: ["dealt-with", "dismiss"],
  concern: ["dealt-with", "dismiss"],
};

export function dismissalsOf(kind: string): readonly Dismissal[] {
  const known: Record<string, readonly Dismissal[]> = ownDismissals;
  return known[kind] ?? ["dismiss"];
}
