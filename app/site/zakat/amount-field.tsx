import type { ReactNode } from "react";
import type { Language } from "#domain/content/language.ts";
import { formatMoney, tzs } from "#domain/money/money.ts";
import { likelyShillings } from "#domain/money/typed-amount.ts";
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
  /** The first figure that needs an answer. */
  isAnswer?: boolean;
};

/** Scripts scroll to the field. Without script, the address of the result must lead to it. */
const AnswerHere = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    <span className="answer-here" id="zakat-result" />
  </>
);

/** It asks about an amount with two meanings. One press takes the likely one. */
export function AmountField({
  id,
  name,
  label,
  hint,
  unit,
  typed,
  isUnreadable,
  words,
  language,
  isAnswer,
}: Props) {
  const likely = isUnreadable && unit === "TSh" ? likelyShillings(typed) : null;
  const meant = likely && { amount: formatMoney(tzs(likely), language), value: String(likely) };
  const yes = meant && (
    <YesMeant field={name} value={meant.value}>
      {fill(words.yesMeant, meant)}
    </YesMeant>
  );
  const error = meant ? fill(words.didYouMean, meant) : words.unreadable[unit];
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
      after={import.meta.env.SSR && isAnswer ? <AnswerHere>{yes}</AnswerHere> : yes}
    />
  );
}
