import type { Campaign } from "#domain/campaigns/categories.ts";
import type { Currency } from "#domain/money/money.ts";
import type { Wallet } from "#domain/payments/phone.ts";

/** How a gift may be collected: a prompt on the phone, Selcom's page for mobile money, or its page for cards. */
export const methods = ["push", "page", "card"] as const;
export type Method = (typeof methods)[number];

/** What each currency can be collected by. */
export const methodsFor = {
  TZS: ["push", "page", "card"],
  USD: ["card"],
} as const satisfies Record<Currency, readonly Method[]>;

export const quickAmounts = {
  TZS: ["1000", "5000", "10000"],
  USD: ["10", "25", "100"],
} as const satisfies Record<Currency, readonly string[]>;

/** The middle one stands chosen. */
export const usualAmount = { TZS: "5000", USD: "25" } as const satisfies Record<Currency, string>;

export const givers = ["named", "alumni", "anonymous"] as const;

/** By how many people use them. */
export const offeredWallets = ["Mpesa", "Tigo", "Airtel", "Halopesa", "Azampesa"] as const satisfies Wallet[];

export type GiftCampaign = { id: string; currency: Currency; zakatEligible: boolean };

export function giftCampaign({ id, goal, zakatEligible }: Campaign): GiftCampaign {
  return { id, currency: goal.currency, zakatEligible };
}

/** How much of each field is looked at and sent back; nobody's honest answer is longer. */
export const longestEntry = 10_100;
