import type { KnownDonation } from "#app/site/donate/waiting/known-donation.server.ts";

export type Kind = "success" | "reversed" | "failed" | "processing" | "unknown" | "neutral";

export function kindOf({ status, reversedAt }: KnownDonation): Kind {
  if (status === "completed") return reversedAt === null ? "success" : "reversed";
  return status === "failed" ? "failed" : "processing";
}

/** True for the donor if the payment request has expired, or no payment page was opened. */
export function mayTryAgain(kind: Kind, known: KnownDonation | null, isFresh: boolean): boolean {
  if (kind !== "processing" || !known?.person || known.payment.paidOtherAmount) return false;
  return known.isHosted ? !known.isRequestSent : !isFresh;
}
