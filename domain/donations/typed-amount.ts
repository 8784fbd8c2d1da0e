import type { Currency, Money } from "#domain/money/money.ts";
import { inDollars, inShillings, readTypedNumber } from "#domain/money/typed-amount.ts";

const writingOf = { TZS: inShillings, USD: inDollars } as const;

/** A donation as people write it in a form: `10,000`, `10 000/=`, `$ 12.50`, `US$12.50`. Null where it is no amount above 0. */
export function readTypedAmount(text: string, currency: Currency): Money | null {
  const read = readTypedNumber(text, writingOf[currency]);
  if (read.kind !== "number") return null;
  const cents = currency === "USD" ? read.decimals.padEnd(2, "0") : "";
  const amount = BigInt(read.whole + cents);
  return amount > 0n ? { amount, currency } : null;
}

/** What `readTypedGift` refuses because it could mean two amounts, such as `12,50`. */
export function isAmbiguousAmount(text: string, currency: Currency): boolean {
  return readTypedNumber(text, writingOf[currency]).kind === "ambiguous";
}

/** What `readTypedGift` refuses because it has more digits than all the money there is. */
export function isBeyondAllMoney(text: string): boolean {
  return (["TZS", "USD"] as const).some(
    (currency) => readTypedNumber(text, writingOf[currency]).kind === "too-long",
  );
}
