import { usd, tzs, type Currency, type Money } from "./money.ts";
import { inLatinDigits, readShillings } from "./typed-amount.ts";

/** A gift as people write it in a form: `10,000`, `10 000/=`, `$ 12.50`, `US$12.50`. Null where it is no amount above 0. */
export function readTypedGift(text: string, currency: Currency): Money | null {
  if (currency === "TZS") {
    const shillings = readShillings(text);
    return shillings === null || shillings <= 0n ? null : tzs(shillings);
  }
  const plain = inLatinDigits(text.slice(0, 60)).replaceAll(/us\$|usd|[$\s,]/gi, "");
  const read = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(plain);
  if (read === null) return null;
  const cents = BigInt((read[1] ?? "") + (read[2] ?? "").padEnd(2, "0"));
  return cents > 0n ? usd(cents) : null;
}

/** What `readTypedGift` finds no gift, because it has more digits than all the money there is. */
export function isBeyondAllMoney(text: string): boolean {
  const plain = inLatinDigits(text).replaceAll(/[\s,'’]/g, "");
  return /^[a-z$.]*0*[1-9]\d{9,}(?:\.\d*)?[a-z/=-]*$/i.test(plain);
}
