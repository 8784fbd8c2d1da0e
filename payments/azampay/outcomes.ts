import type { Outcome } from "#domain/payments/provider.ts";
import { statusWords, takesBack } from "#payments/status-words.ts";

/** Any word for returned money is a reversal. AzamPay documents none. */
export function azampayWords(meanings: Partial<Record<Outcome, string[]>>): (word: string) => Outcome {
  const known = statusWords(meanings);
  return (word) => (takesBack(word) ? "reversed" : known(word));
}

/** AzamPay documents two words. Integrators have seen all of these, in callbacks and in status checks. */
export const outcomeOf = azampayWords({
  paid: ["success", "successful", "completed"],
  declined: ["failure", "failed", "rejected"],
  cancelled: ["cancelled", "canceled"],
  pending: ["pending", "processing"],
});
