import type { Language } from "#domain/content/language.ts";
import { formatMoney, tzs } from "#domain/money/money.ts";
import { inShillings, likelyMinorUnits } from "#domain/money/typed-amount.ts";
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
  const likely = isUnreadable && unit === "TSh" ? likelyMinorUnits(typed, inShillings, 0) : null;
  const amount = likely === null ? null : formatMoney(tzs(likely), language);
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
        amount !== null && (
          <YesMeant field={name} value={String(likely)}>
            {fill(words.yesMeant, { amount })}
          </YesMeant>
        )
      }
    />
  );
}
