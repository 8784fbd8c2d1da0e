import { likelyAmount } from "#domain/donations/typed-amount.ts";
import type { Language } from "#domain/content/language.ts";
import { formatMoney } from "#domain/money/money.ts";
import { fill } from "./fill.ts";

type Words = { notAnAmount: string; didYouMean: string };

/** The error of a field that counts as 0. It asks about an amount with two meanings. */
export function whyUnreadable(typed: string, words: Words, language: Language): string {
  const likely = likelyAmount(typed, "TZS");
  return likely === null
    ? words.notAnAmount
    : fill(words.didYouMean, { amount: formatMoney(likely, language) });
}
