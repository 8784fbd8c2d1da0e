import { statusWords } from "#payments/status-words.ts";

/** AzamPay documents two words. Integrators have seen all of these, in callbacks and in status checks. */
export const outcomeOf = statusWords({
  paid: ["success", "successful", "completed"],
  declined: ["failure", "failed", "rejected"],
  cancelled: ["cancelled", "canceled"],
  pending: ["pending", "processing"],
  reversed: ["reversed"],
});
