import { processingFee } from "#domain/payments/fees.ts";
import { tzs, usd, type Currency, type Money } from "#domain/money/money.ts";
import { likelyAmount } from "#domain/donations/typed-amount.ts";
import { mobileMoneyLimit } from "#domain/zakat/calculate.ts";

/** Donations of one shilling are used to test stolen cards. */
export const smallestDonation = { TZS: tzs(1_000), USD: usd(100) } as const satisfies Record<Currency, Money>;

/** More than any donation by card or phone. It stops a typing mistake from becoming an order. */
export const largestDonation = {
  TZS: /* @__PURE__ */ tzs(10_000_000_000),
  USD: /* @__PURE__ */ usd(1_000_000_000),
} as const satisfies Record<Currency, Money>;

export type AmountProblem =
  | "amount-too-small"
  | "amount-too-large"
  | "above-mobile-limit"
  | "mobile-needs-shillings";

export function amountProblem(
  donation: Money,
  by: "mobile" | "card",
  withFee: boolean,
): AmountProblem | null {
  if (by === "mobile" && donation.currency !== "TZS") return "mobile-needs-shillings";
  if (donation.amount < smallestDonation[donation.currency].amount) return "amount-too-small";
  const total = donation.amount + feeOn(donation, withFee).amount;
  if (by === "mobile" && total > mobileMoneyLimit.amount) return "above-mobile-limit";
  return total > largestDonation[donation.currency].amount ? "amount-too-large" : null;
}

/** The likely meaning of an ambiguous amount, as an answer to press. An answer that we would refuse helps no one. */
export function likelyDonation(typed: string, currency: Currency): Money | null {
  const likely = likelyAmount(typed, currency);
  return likely !== null && likely.amount >= smallestDonation[currency].amount ? likely : null;
}

export function feeOn(donation: Money, withFee: boolean): Money {
  return withFee ? processingFee(donation) : { amount: 0n, currency: donation.currency };
}
