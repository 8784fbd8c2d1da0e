import type { Campaign } from "#domain/campaigns/categories.ts";
import type { Translated } from "#domain/content/language.ts";
import type { Currency } from "#domain/money/money.ts";

export const quickAmounts = {
  TZS: ["1000", "5000", "10000"],
  USD: ["10", "25", "100"],
} as const satisfies Record<Currency, readonly string[]>;

export const usualAmount = { TZS: "5000", USD: "25" } as const satisfies Record<Currency, string>;

export const donors = ["named", "alumni", "anonymous"] as const;

export type DonationCampaign = {
  id: string;
  currency: Currency;
  isZakatEligible: boolean;
  /** The effect of each quick amount for this campaign, in their order. Empty where staff say nothing. */
  amountsDo: readonly [small: Translated, usual: Translated, large: Translated];
};

export function donationCampaign({ id, goal, isZakatEligible, ...campaign }: Campaign): DonationCampaign {
  const { smallAmountDoes, usualAmountDoes, largeAmountDoes } = campaign;
  return {
    id,
    currency: goal.currency,
    isZakatEligible,
    amountsDo: [smallAmountDoes, usualAmountDoes, largeAmountDoes],
  };
}

/** A Zakat donor can add the fee of mobile money. */
export const offersFee = ({ isZakatEligible, currency }: DonationCampaign): boolean =>
  isZakatEligible && currency === "TZS";

/** The effect of this amount for the campaign. Null if staff wrote none; they write in shillings only. */
export function amountDoes(
  { currency, amountsDo }: Pick<DonationCampaign, "currency" | "amountsDo">,
  value: string,
): Translated | null {
  if (currency !== "TZS") return null;
  const does = amountsDo[quickAmounts.TZS.findIndex((each) => each === value)];
  return does === undefined || does.en === "" ? null : does;
}

/** Longer text is cut. No honest answer is longer. */
export const longestEntry = 10_100;
