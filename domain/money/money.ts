import { locales, type Language } from "#domain/content/language.ts";

export const currencies = ["TZS", "USD"] as const;
export type Currency = (typeof currencies)[number];

/** Whole minor units: shillings for TZS, which has no smaller unit in use, cents for USD. */
export type Money = { readonly amount: bigint; readonly currency: Currency };

/** ISO 4217 gives the shilling two decimals, but prices in Tanzania have none. */
const decimals = { TZS: 0, USD: 2 } as const satisfies Record<Currency, number>;

export const tzs = (amount: bigint | number): Money => ({ amount: BigInt(amount), currency: "TZS" });
export const usd = (cents: bigint | number): Money => ({ amount: BigInt(cents), currency: "USD" });

export function add(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new Error(`cannot add ${a.currency} to ${b.currency}`);
  return { amount: a.amount + b.amount, currency: a.currency };
}

/** A share of an amount in tenths of a percent, rounded down: 35 is 3.5%. */
export function share(money: Money, perMille: number): Money {
  return { amount: (money.amount * BigInt(perMille)) / 1000n, currency: money.currency };
}

/** Progress of `part` towards `whole`, in whole percent rounded down; 0 without a goal, at most 100. */
export const percentOf = (part: Money, whole: Money): number => Math.min(100, fullPercentOf(part, whole));

/** Above 100 where more than the goal was given. */
export function fullPercentOf(part: Money, whole: Money): number {
  if (part.currency !== whole.currency || whole.amount <= 0n || part.amount <= 0n) return 0;
  return Number((part.amount * 100n) / whole.amount);
}

/** "50000" and "50000.00" shillings, "10.5" dollars; null for anything that is not a whole number of minor units. */
export function minorUnits(written: string | null, currency: Currency): bigint | null {
  const parts = /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(written?.trim() ?? "");
  if (parts === null) return null;
  const [, whole = "", fraction = ""] = parts;
  if (currency === "USD") return BigInt(whole + fraction.padEnd(2, "0"));
  return /[1-9]/.test(fraction) ? null : BigInt(whole);
}

export function formatMoney(money: Money, language: Language): string {
  return write(money, language, { style: "currency", currency: money.currency });
}

/** The number alone, for places that show the currency separately. */
export function formatAmount(money: Money, language: Language): string {
  return write(money, language, {});
}

/** For programs and spreadsheets: 50000 shillings, 10.50 dollars. */
export function exactAmount(money: Money): string {
  return asDecimal(money);
}

/** Short, for quick reading: TSh 850M. */
export function formatCompact(money: Money, language: Language): string {
  const { currency } = money;
  const options = { style: "currency", currency, notation: "compact", maximumFractionDigits: 1 } as const;
  return formatOf(language, options).format(asDecimal(money));
}

function write(money: Money, language: Language, options: Intl.NumberFormatOptions): string {
  const cents = money.amount % 10n ** BigInt(decimals[money.currency]) !== 0n;
  const digits = cents ? decimals[money.currency] : 0;
  const digitOptions = { ...options, minimumFractionDigits: digits, maximumFractionDigits: digits };
  return formatOf(language, digitOptions).format(asDecimal(money));
}

const formats = new Map<string, Intl.NumberFormat>();

/** Creating a format takes much longer than using it. */
function formatOf(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.NumberFormat(locales[language], options);
  formats.set(key, format);
  return format;
}

/** For programs and forms: 50000, or 10.50. */
export const decimalText = (money: Money): string => asDecimal(money);

/** Intl formats decimal strings exactly, so no amount becomes a float. */
function asDecimal({ amount, currency }: Money): Intl.StringNumericLiteral {
  const places = decimals[currency];
  const sign = amount < 0n ? "-" : "";
  const digits = (amount < 0n ? -amount : amount).toString().padStart(places + 1, "0");
  if (places === 0) return `${sign}${digits}` as Intl.StringNumericLiteral;
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}` as Intl.StringNumericLiteral;
}
