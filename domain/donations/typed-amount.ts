import type { Currency, Money } from "#domain/money/money.ts";
import { inDollars, inLatinDigits, inShillings, readTypedNumber } from "#domain/money/typed-amount.ts";

const writingOf = { TZS: inShillings, USD: inDollars } as const;

/**
 * A donation as people type it in a form: `10,000`, `10 000/=`, `$ 12.50`, `US$12.50`. Null if it is not an amount
 * above 0.
 */
export function readTypedAmount(text: string, currency: Currency): Money | null {
  const read = readTypedNumber(text, writingOf[currency]);
  if (read.kind !== "number") return null;
  const cents = currency === "USD" ? read.decimals.padEnd(2, "0") : "";
  const amount = BigInt(read.whole + cents);
  return amount > 0n ? { amount, currency } : null;
}

/** Amounts with two possible meanings, such as `12,50`. `readTypedAmount` refuses them. */
export function isAmbiguousAmount(text: string, currency: Currency): boolean {
  return readTypedNumber(text, writingOf[currency]).kind === "ambiguous";
}

/**
 * What an ambiguous amount most likely means, to ask the donor: `10.000` is 10,000. It is never used without the
 * donor's answer. Null if no reading is likelier than another, as with `10,5` shillings.
 */
export function likelyAmount(text: string, currency: Currency): Money | null {
  if (text.length > 60 || !isAmbiguousAmount(text, currency)) return null;
  const plain = inLatinDigits(text)
    .replaceAll(/[^\d., ']/g, "")
    .replace(/[., ']+$/, "")
    .trim();
  const [, before = "", mark = "", cents = ""] = /^(.*)([.,])(\d{1,2})$/.exec(plain) ?? [];
  // A mark that comes twice separates thousands, however they are written.
  const hasCents = mark !== "" && !before.includes(mark);
  const digits = (hasCents ? before : plain).replaceAll(/\D/g, "");
  if (currency === "TZS") return hasCents && Number(cents) > 0 ? null : readTypedAmount(digits, currency);
  return readTypedAmount(hasCents ? `${digits}.${cents}` : digits, currency);
}

/** Amounts with more digits than all the money in the world. `readTypedAmount` refuses them. */
export function isBeyondAllMoney(text: string): boolean {
  return (["TZS", "USD"] as const).some(
    (currency) => readTypedNumber(text, writingOf[currency]).kind === "too-long",
  );
}
