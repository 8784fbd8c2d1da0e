import { mayTryAgainAfter } from "#domain/payments/limits.ts";
import type { EarlierTry } from "#database/donations/earlier-try.ts";
import type { FoundDonation, VisibleDonation } from "#app/site/donate/waiting/find-donation.server.ts";

export type Kind = "success" | "reversed" | "failed" | "processing" | "unknown" | "neutral";

export function kindOf({ status, reversedAt }: VisibleDonation): Kind {
  if (status === "completed") return reversedAt === null ? "success" : "reversed";
  return status === "failed" ? "failed" : "processing";
}

/** Then the donor is not asked to pay, and is not told that no money was taken. */
export const mayBePaidBy = (other: EarlierTry | null): boolean =>
  other?.kind === "paid" || other?.kind === "in-doubt";

/** True for the donor if the payment request has expired, or no payment page was opened. */
export function mayTryAgain(kind: Kind, donation: VisibleDonation | null, isFresh: boolean): boolean {
  if (kind !== "processing" || !donation?.person || donation.mustNotPay) return false;
  return donation.isHosted ? !donation.isRequestSent : !isFresh;
}

type Result = {
  kind: Kind;
  donation: VisibleDonation | null;
  failure: FoundDonation["failure"];
  isFresh: boolean;
};

/** When a second payment cannot become a double one. Null if that is for staff to say. */
export function safeAgain({ kind, donation, failure, isFresh }: Result): Date | "now" | null {
  if (donation === null || !donation.person) return null;
  const { earlierTry, mustNotPay } = donation;
  if (mustNotPay) return null;
  if (earlierTry !== null && earlierTry.kind !== "unpaid") return null;
  if (kind === "failed") return failure === "closed" ? null : "now";
  const { network, startedAt, status } = donation.payment;
  const isOpen = kind === "processing" && network !== null && status !== "review";
  return isOpen && isFresh ? new Date(startedAt.getTime() + mayTryAgainAfter * 1_000) : null;
}
