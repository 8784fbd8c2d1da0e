import type { Outcome } from "#domain/provider.ts";

const outcomes: Record<string, Outcome> = {
  success: "paid",
  successful: "paid",
  completed: "paid",
  failure: "declined",
  failed: "declined",
  rejected: "declined",
  cancelled: "cancelled",
  canceled: "cancelled",
  pending: "pending",
  processing: "pending",
  reversed: "reversed",
};

/** AzamPay documents two words. Integrators have seen all of these, in callbacks and in status checks. */
export function outcomeOf(word: string): Outcome {
  return outcomes[word.trim().toLowerCase()] ?? "unknown";
}
