import { locales, type Language } from "#domain/content/language.ts";
import { currencies, formatMoney } from "#domain/money/money.ts";
import { likelyMinorUnits, readMinorUnits, type Writing } from "#domain/money/typed-amount.ts";

/** Proposals only: staff turn them into shillings or dollars when they approve. */
export const proposedCurrencies = [
  ...(["TZS", "USD", "GBP", "EUR", "CAD", "AUD", "JPY", "CHF", "SAR", "AED"] as const),
] as const;
export type ProposedCurrency = (typeof proposedCurrencies)[number];

/** Null if the form names another currency. */
export const proposedCurrencyIn = (entered: Readonly<Record<string, string>>): ProposedCurrency | null =>
  proposedCurrencies.find((each) => each === (entered["currency"] ?? "TZS")) ?? null;

/** Shillings have no smaller unit in use, and yen have none. */
export const decimalsOf = (currency: ProposedCurrency): 0 | 2 =>
  currency === "TZS" || currency === "JPY" ? 0 : 2;

function writingOf(currency: ProposedCurrency): Writing {
  const units = new RegExp(`^(?:${currency}|tshs?|us\\$|[$£€¥])\\.?|(?:${currency}|/[=-]?)$`, "gi");
  return { units, decimals: decimalsOf(currency) === 0 ? /^0{0,2}$/ : /^\d{0,2}$/ };
}

/** In minor units. Null if it is not an amount above 0. */
export const readProposedAmount = (typed: string, currency: ProposedCurrency): bigint | null =>
  readMinorUnits(withCommas(typed), writingOf(currency), decimalsOf(currency));

/** The likely meaning of an ambiguous amount, to ask the organizer. */
export const likelyProposedAmount = (typed: string, currency: ProposedCurrency): bigint | null =>
  likelyMinorUnits(withCommas(typed), writingOf(currency), decimalsOf(currency));

/** `2.000.000` has one meaning, because no number has two decimal points. `900.000` has two. */
const withCommas = (typed: string): string =>
  typed.length > 60
    ? typed
    : typed.replace(/(?<![\d.,])\d{1,3}(?:\.\d{3}){2,}(?![\d.,])/, (groups) => groups.replaceAll(".", ","));

/** The currency can be one that the fund does not use. */
export function formatProposedAmount(amount: bigint, currency: ProposedCurrency, language: Language): string {
  const ours = currencies.find((each) => each === currency);
  if (ours) return formatMoney({ amount, currency: ours }, language);
  const written = proposedDigits(amount, currency);
  const options = { minimumFractionDigits: written.endsWith(".00") ? 0 : decimalsOf(currency) } as const;
  return `${currency} ${new Intl.NumberFormat(locales[language], options).format(Number(written))}`;
}

/** The goal of a form as typed, in the site's format. An unreadable goal stays as typed. */
export function writtenGoal(entered: Readonly<Record<string, string>>, language: Language): string {
  const typed = entered["goal"]?.trim() ?? "";
  const currency = proposedCurrencyIn(entered) ?? "TZS";
  const amount = readProposedAmount(typed, currency);
  return amount === null ? typed : formatProposedAmount(amount, currency, language);
}

/** Each currency's form of a whole number, in place of `{n}`. */
export const wholeAmountPatterns = (language: Language): Record<string, string> =>
  Object.fromEntries(
    proposedCurrencies.map((currency) => [
      currency,
      formatProposedAmount(10n ** BigInt(decimalsOf(currency)), currency, language).replace("1", "{n}"),
    ]),
  );

/** For forms: 2000000 shillings, 12.50 euros. */
export function proposedDigits(amount: bigint, currency: ProposedCurrency): string {
  const places = decimalsOf(currency);
  const digits = amount.toString().padStart(places + 1, "0");
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
