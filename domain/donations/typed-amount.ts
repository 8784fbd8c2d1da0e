import { formatMoney, type Currency, type Money } from "#domain/money/money.ts";
import { readAmount } from "#domain/money/read-amount.ts";
import {
  inDollars,
  inShillings,
  likelyMinorUnits,
  readMinorUnits,
  readTypedNumber,
  withoutGroupMarks,
} from "#domain/money/typed-amount.ts";

const writingOf = { TZS: inShillings, USD: inDollars } as const;
const placesOf = { TZS: 0, USD: 2 } as const;

/**
 * A donation as people type it in a form: `10,000`, `10 000/=`, `$ 12.50`, `US$12.50`. Null if it is not an amount
 * above 0.
 */
export const readTypedAmount = (text: string, currency: Currency): Money | null =>
  moneyOf(readMinorUnits(text, writingOf[currency], placesOf[currency]), currency);

/** Amounts with two possible meanings, such as `12,50`. `readTypedAmount` refuses them. */
export function isAmbiguousAmount(text: string, currency: Currency): boolean {
  return readTypedNumber(text, writingOf[currency]).kind === "ambiguous";
}

/** The likely meaning of an ambiguous amount, to ask the donor. */
export const likelyAmount = (text: string, currency: Currency): Money | null =>
  moneyOf(likelyMinorUnits(text, writingOf[currency], placesOf[currency]), currency);

/**
 * An amount that `readAmount` refuses, with a likely meaning to ask about: `2.000.000` is 2,000,000. Null if it can be
 * read as it is.
 */
export const amountToAsk = (text: string, currency: Currency): Money | null =>
  readAmount(withoutGroupMarks(text), currency) === null
    ? (likelyAmount(text, currency) ?? readTypedAmount(text, currency))
    : null;

/** For staff, whose pages are in English. */
export const staffQuestion = (meant: Money): string => `Did you mean ${formatMoney(meant, "en")}?`;

const moneyOf = (amount: bigint | null, currency: Currency): Money | null =>
  amount === null ? null : { amount, currency };

/** Amounts with more digits than all the money in the world. `readTypedAmount` refuses them. */
export function isBeyondAllMoney(text: string): boolean {
  return (["TZS", "USD"] as const).some(
    (currency) => readTypedNumber(text, writingOf[currency]).kind === "too-long",
  );
}
