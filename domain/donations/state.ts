import type { DonationStatus } from "./read-donor.ts";

/** Status for staff: a refunded donation is reversed. */
export const donationStates = ["completed", "pending", "failed", "reversed"] as const;
export type DonationState = (typeof donationStates)[number];

export const stateOf = (status: DonationStatus, reversedAt: Date | null): DonationState =>
  reversedAt === null ? status : "reversed";
