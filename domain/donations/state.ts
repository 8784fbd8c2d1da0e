import type { DonationStatus } from "./read-donor.ts";

/** A donation as staff speak of it: one whose gift was given back is reversed to them. */
export const donationStates = ["completed", "pending", "failed", "reversed"] as const;
export type DonationState = (typeof donationStates)[number];

export const stateOf = (status: DonationStatus, reversedAt: Date | null): DonationState =>
  reversedAt === null ? status : "reversed";
