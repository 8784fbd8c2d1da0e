import type { Language } from "#domain/content/language.ts";
import { tzs } from "#domain/money/money.ts";
import { readShillings } from "#domain/money/typed-amount.ts";
import { zakatOf } from "#domain/zakat/calculate.ts";
import { EnterSends } from "#app/ui/yes-meant.tsx";
import { AmountField } from "./amount-field.tsx";
import { calculateButton, NisabResult, PayButton, SumLines } from "./outcome.tsx";
import { FeeTick } from "./tick.tsx";
import type { WhereToGive } from "./where-to-give.ts";
import type { CalculatorWords } from "./words.ts";

type CountsAs = "asset" | "debt";

export type ShortCalculatorProps = {
  id: string;
  /** The form's action without script. */
  action: string;
  language: Language;
  words: CalculatorWords;
  fields: { name: string; label: string; typed: string; counts: CountsAs }[];
  /** In shillings, by the preferred metal; null without prices. */
  nisab: number | null;
  whereToGive: WhereToGive;
  /** The home page calculates the Zakat alone. */
  fee: "not offered" | "added" | "removed";
};

/** Rendered by the server with React, and in the browser without it. So it has no hooks and no listeners. */
export function ShortCalculator(props: ShortCalculatorProps) {
  const { id, action, language, words, fields } = props;
  const nisab = props.nisab === null ? null : tzs(props.nisab);
  const withFee = props.fee === "added";
  const offersFee = props.fee !== "not offered";

  const valuesOf = (counts: CountsAs) =>
    fields
      .filter((field) => field.counts === counts)
      .map(({ name, typed }) => ({ name, value: tzs(readShillings(typed) ?? 0n) }));
  const waiting = fields
    .filter(({ typed }) => readShillings(typed) === null)
    .map(({ name, label }) => ({ id: `${id}-${name}`, label }));
  const debts = valuesOf("debt").reduce((sum, { value }) => sum + value.amount, 0n);
  const sum =
    waiting.length > 0 ? null : zakatOf({ assets: valuesOf("asset"), debts: tzs(debts) }, { nisab, withFee });

  const shown = { words, language, sum };

  return (
    <form className="short-calculator" action={action} data-stays-here>
      {sum === null && <EnterSends />}
      {fields.map(({ name, label, typed }) => (
        <AmountField
          key={name}
          id={`${id}-${name}`}
          name={name}
          label={label}
          unit="TSh"
          typed={typed}
          isUnreadable={readShillings(typed) === null}
          isAnswer={import.meta.env.SSR && `${id}-${name}` === waiting[0]?.id}
          words={words}
          language={language}
        />
      ))}
      <button className={calculateButton(sum, props.whereToGive)} type="submit">
        {words.calculate}
      </button>
      {sum !== null && <SumLines {...shown} sum={sum} shows={offersFee ? "net, fee and total" : "zakat"} />}
      {offersFee && <FeeTick id={id} words={words} on={withFee} />}
      <NisabResult {...shown} id={id} waiting={waiting} nisab={nisab} whereToGive={props.whereToGive} />
      <PayButton {...shown} withFee={withFee} whereToGive={props.whereToGive} />
    </form>
  );
}
