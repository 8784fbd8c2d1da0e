import type { Money } from "#domain/money/money.ts";

/** As programs expect an amount: shillings, or dollars with their cents. */
export function decimal({ amount, currency }: Money): number {
  return currency === "TZS" ? Number(amount) : Number(amount) / 100;
}
