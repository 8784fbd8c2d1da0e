import type { FoundImport, ObstacleToUndo } from "#database/reconciliation/imports.ts";
import type { ComparedLine } from "#operations/reconciliation/match-lines.ts";
import type { Tone } from "#app/staff/list/status.tsx";

export const statusWords: Record<FoundImport["status"], [string, Tone]> = {
  preview: ["Preview", "waiting"],
  imported: ["Imported", "good"],
  undone: ["Undone", "plain"],
};

export const obstacleWords: Record<ObstacleToUndo, string> = {
  "acted-on": "This import cannot be undone: a person has already acted on one of its lines or cases.",
  "too-old": "This import cannot be undone: it is older than 89 days.",
  "listed-again":
    "This import cannot be undone: a later import lists some of the same payments. Undo that one first.",
};

type Differing = Pick<
  ComparedLine,
  "state" | "outcome" | "failure" | "asked" | "amount" | "payment_id" | "payment_status"
>;

/** `isInCase`: the payment has an open case, so importing the file opens no other. The page names it. */
export function differenceWords({
  isInCase,
  state,
  outcome,
  failure,
  asked,
  amount,
  payment_id,
  payment_status,
}: Differing & { isInCase: boolean }): string {
  if (isInCase && outcome === "paid" && amount !== asked) return "Other amount";
  if (state === "unclear") return "Unknown status: opens a case";
  if (payment_id === null) return "Not recognised: opens a case";
  if (failure !== null) return "Paid in one file, not paid in another: opens a case";
  if (outcome === "reversed") return "Reversed there, recorded here: opens a case";
  if (isInCase) return "Differs from our records";
  if (payment_status !== "succeeded" && payment_status !== "reversed")
    return "Not recorded here: we check with the provider";
  if (outcome !== "paid") return "Not paid there, recorded here: opens a case";
  return amount === asked ? "Another reference: opens a case" : "Another amount: opens a case";
}
