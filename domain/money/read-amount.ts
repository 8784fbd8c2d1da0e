import type { Currency, Money } from "./money.ts";

const written = {
  TZS: /^[1-9]\d{0,14}$/,
  USD: /^(?:0|[1-9]\d{0,12})(?:\.\d{1,2})?$/,
} as const satisfies Record<Currency, RegExp>;

/**
 * An amount from a program: 50000 shillings, 10.5 dollars, as a number or a string. Only this format is accepted,
 * because `1e3`, `1,000` and `٥٠٠٠` could mean something else.
 */
export function readAmount(typed: unknown, currency: Currency): Money | null {
  if (typeof typed !== "string" && typeof typed !== "number") return null;
  if (typeof typed === "number" && Math.abs(typed) > Number.MAX_SAFE_INTEGER) return null;
  const text = String(typed);
  if (!written[currency].test(text)) return null;
  const [whole = "", fraction = ""] = text.split(".");
  const amount = currency === "USD" ? BigInt(whole + fraction.padEnd(2, "0")) : BigInt(whole);
  return amount > 0n ? { amount, currency } : null;
}
