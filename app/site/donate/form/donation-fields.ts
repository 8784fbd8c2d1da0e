import type { Campaign } from "#domain/campaigns/categories.ts";
import type { Currency } from "#domain/money/money.ts";

export const quickAmounts = {
  TZS: ["1000", "5000", "10000"],
  USD: ["10", "25", "100"],
} as const satisfies Record<Currency, readonly string[]>;

export const usualAmount = { TZS: "5000", USD: "25" } as const satisfies Record<Currency, string>;

export const donors = ["named", "alumni", "anonymous"] as const;

export type DonationCampaign = { id: string; currency: Currency; isZakatEligible: boolean };

export function donationCampaign({ id, goal, isZakatEligible }: Campaign): DonationCampaign {
  return { id, currency: goal.currency, isZakatEligible };
}

/** Longer text is cut. No honest answer is longer. */
export const longestEntry = 10_100;
