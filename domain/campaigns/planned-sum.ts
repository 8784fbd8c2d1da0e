import type { Language } from "#domain/content/language.ts";
import {
  formatProposedAmount,
  proposedCurrencyIn,
  readProposedAmount,
  wholeAmountPatterns,
} from "./proposed-amount.ts";
import { budgetFields } from "./submission.ts";

/** The sum of the lines as typed, next to the goal. Three dots replace a missing or unreadable sum. */
export function plannedSum(entered: Readonly<Record<string, string>>, language: Language) {
  const currency = proposedCurrencyIn(entered) ?? "TZS";
  const typed = budgetFields
    .map(({ amount }) => (entered[amount] ?? "").trim())
    .filter((text) => text !== "");
  const goal = readProposedAmount(entered["goal"] ?? "", currency);
  const sum = typed
    .map((text) => readProposedAmount(text, currency))
    .reduce((all, amount) => (all === null || amount === null ? null : all + amount), 0n);
  const write = (amount: bigint | null) =>
    amount === null
      ? (wholeAmountPatterns(language)[currency] ?? "").replace("{n}", "…")
      : formatProposedAmount(amount, currency, language);
  return { sum: write(sum), goal: write(goal), isEqual: goal !== null && sum === goal };
}
