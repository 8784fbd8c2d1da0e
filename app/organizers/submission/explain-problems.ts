import {
  formatProposedAmount,
  likelyProposedAmount,
  proposedCurrencyIn,
} from "#domain/campaigns/proposed-amount.ts";
import type { ReadSubmission } from "#domain/campaigns/submission.ts";
import type { Language } from "#domain/content/language.ts";
import type { FormErrors } from "#app/http/form.server.ts";
import { translatorIn } from "#app/messages/translator.tsx";

type Problems = Extract<ReadSubmission, { ok: false }>["problems"];
type Entered = Readonly<Record<string, string>>;

/** One message for each field. About an amount with two meanings, it asks. */
export function explainProblems(problems: Problems, entered: Entered, language: Language): FormErrors {
  const t = translatorIn(language);
  return problems
    .filter(({ field }, at) => problems.findIndex((each) => each.field === field) === at)
    .map(({ field, problem }) => {
      const meant = problem === "goal" || problem === "budget-amount" ? amountToAsk(entered, field) : null;
      if (meant === null) return { field, message: t(`submission.problems.${problem}`) };
      const amount = formatProposedAmount(meant.amount, meant.currency, language);
      return { field, message: t("giving.errors.meant", { amount }) };
    });
}

/** The form's only problems are amounts with two meanings. */
export const isOnlyUnclear = (errors: FormErrors, entered: Entered): boolean =>
  errors.length > 0 && errors.every(({ field }) => amountToAsk(entered, field) !== null);

/** The likely meaning of what was typed in a field of the form. */
export function amountToAsk(entered: Entered, field: string) {
  const currency = proposedCurrencyIn(entered) ?? "TZS";
  const amount = likelyProposedAmount(entered[field] ?? "", currency);
  return amount === null ? null : { amount, currency };
}
