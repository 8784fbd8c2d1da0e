import { formatProposedAmount, proposedDigits } from "#domain/campaigns/proposed-amount.ts";
import { withGroupMarks } from "#domain/money/typed-amount.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { Field } from "#app/ui/field.tsx";
import { YesMeant } from "#app/ui/yes-meant.tsx";
import { amountToAsk } from "./explain-problems.ts";
import { errorAt, type PartProps } from "./parts.ts";

/** The error of an amount with two meanings is a question. One press takes the likely one. */
export function AmountField({ id, label, entered, errors }: PartProps & { id: string; label: string }) {
  const t = useText();
  const language = useLanguage();
  const error = errorAt(errors, id);
  const meant = error === undefined ? null : amountToAsk(entered, id);
  return (
    <Field
      id={id}
      label={label}
      error={error}
      defaultValue={entered[id]}
      inputMode="decimal"
      autoComplete="off"
      maxLength={60}
      after={
        meant && (
          <YesMeant field={id} value={withGroupMarks(proposedDigits(meant.amount, meant.currency))}>
            {t("giving.errors.yesMeant", {
              amount: formatProposedAmount(meant.amount, meant.currency, language),
            })}
          </YesMeant>
        )
      }
    />
  );
}
