import { outcomes, type Outcome } from "#domain/payments/provider.ts";

/**
 * The meaning of each provider's status words. A Map, because an external word can be `constructor` or `__proto__`.
 */
export function statusWords(meanings: Partial<Record<Outcome, string[]>>): (word: string) => Outcome {
  const known = new Map<string, Outcome>();
  for (const outcome of outcomes) for (const word of meanings[outcome] ?? []) known.set(word, outcome);
  return (word) => known.get(word.trim().toLowerCase()) ?? "unknown";
}

/** Words for returned money. No provider documents one. In a callback they only cause a status check. */
export function takesBack(word: string): boolean {
  return /^(reversed|reversal|refund(ed)?|charge(d)?back)$/.test(word.toLowerCase().replace(/[^a-z]/g, ""));
}
