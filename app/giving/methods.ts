import type { Currency } from "#domain/money/money.ts";

/** A payment request on the phone, Selcom's page for mobile money, its number for any phone, or its page for cards. */
export const methods = ["push", "page", "number", "card"] as const;
export type Method = (typeof methods)[number];

export const methodsFor = {
  TZS: ["push", "page", "number", "card"],
  USD: ["card"],
} as const satisfies Record<Currency, readonly Method[]>;
