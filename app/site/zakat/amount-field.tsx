import { likelyAmount } from "#domain/donations/typed-amount.ts";
import type { Language } from "#domain/content/language.ts";
import { formatMoney } from "#domain/money/money.ts";
import { Field } from "#app/ui/field.tsx";
import { YesMeant } from "#app/ui/yes-meant.tsx";
import { fill } from "./fill.ts";
import type { CalculatorWords } from "./words.ts";

type Props = {
  id: string;
  name: string;
  label: string;
  hint?: string | undefined;
  unit: "TSh" | "g";
  typed: string;
  isUnreadable: boolean;
  words: CalculatorWords;
  language: Language;
};

/** It asks about an amount with two meanings. One press takes the likely one. */
export function AmountField({ id, name, label, hint, unit, typed, isUnreadable, words, language }: Props) {
  const likely = isUnreadable && unit === "TSh" ? likelyAmount(typed, "TZS") : null;
  const amount = likely && formatMoney(likely, language);
  const error = amount === null ? words.notAnAmount : fill(words.didYouMean, { amount });
  return (
    <Field
      id={id}
      name={name}
      label={label}
      hint={hint}
      before={unit}
      defaultValue={typed}
      inputMode={unit === "g" ? "decimal" : "numeric"}
      autoComplete="off"
      maxLength={60}
      error={isUnreadable ? error : undefined}
      after={
        likely !== null && (
          <YesMeant field={name} value={String(likely.amount)}>
            {fill(words.yesMeant, { amount: formatMoney(likely, language) })}
          </YesMeant>
        )
      }
    />
  );
}
