import { outcomes, type Outcome } from "#domain/payments/provider.ts";

/** What each status word of a provider means. A Map, because a word from outside can be `constructor` or `__proto__`. */
export function statusWords(meanings: Partial<Record<Outcome, string[]>>): (word: string) => Outcome {
  const known = new Map<string, Outcome>();
  for (const outcome of outcomes) for (const word of meanings[outcome] ?? []) known.set(word, outcome);
  return (word) => known.get(word.trim().toLowerCase()) ?? "unknown";
}

/** Words for money that went back. No provider documents one, so none but its plain `reversed` is believed by itself. */
export function takesBack(word: string): boolean {
  return /^(reversed|reversal|refund(ed)?|charge(d)?back)$/.test(word.toLowerCase().replace(/[^a-z]/g, ""));
}
