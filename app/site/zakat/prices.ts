import type { Language } from "#domain/content/language.ts";
import { inLanguage } from "#domain/content/language.ts";
import { tzs } from "#domain/money/money.ts";
import type { Settings } from "#domain/content/settings.ts";
import { nisabIn, preferredMetal } from "#domain/zakat/calculate.ts";
import type { MetalPrices } from "./entered.ts";

export function pricesFor({ metalPrices }: Settings, language: Language): MetalPrices | null {
  if (metalPrices === null) return null;
  const { goldPerGram, silverPerGram, asOf, source } = metalPrices;
  return { gold: goldPerGram, silver: silverPerGram, asOf, source: inLanguage(source, language).text };
}

/** In shillings, as a number: JSON has no bigint. */
export function preferredNisab(prices: MetalPrices | null): number | null {
  return prices && Number(nisabIn(preferredMetal, tzs(prices[preferredMetal])).amount);
}
