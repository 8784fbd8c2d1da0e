import type { VisibleDonation } from "#app/site/donate/waiting/find-donation.server.ts";

export type Kind = "success" | "reversed" | "failed" | "processing" | "unknown" | "neutral";

export function kindOf({ status, reversedAt }: VisibleDonation): Kind {
  if (status === "completed") return reversedAt === null ? "success" : "reversed";
  return status === "failed" ? "failed" : "processing";
}

/** True for the donor if the payment request has expired, or no payment page was opened. */
export function mayTryAgain(kind: Kind, donation: VisibleDonation | null, isFresh: boolean): boolean {
  if (kind !== "processing" || !donation?.person || donation.payment.paidOtherAmount) return false;
  return donation.isHosted ? !donation.isRequestSent : !isFresh;
}
