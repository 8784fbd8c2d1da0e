import type { Money } from "#domain/money/money.ts";

/** The API's format of an amount: shillings, or dollars with cents. */
export function decimal({ amount, currency }: Money): number {
  return currency === "TZS" ? Number(amount) : Number(amount) / 100;
}
