import type { FormEvent } from "react";
import type { Language } from "#domain/content/language.ts";
import { tzs } from "#domain/money/money.ts";
import { readShillings } from "#domain/money/typed-amount.ts";
import { zakatOf } from "#domain/zakat/calculate.ts";
import { Field } from "#app/ui/field.tsx";
import { PayButton, Standing, SumLines } from "./outcome.tsx";
import { useForm } from "./use-form.ts";
import type { CalculatorWords } from "./words.ts";

type CountsAs = "asset" | "debt";

export type ShortCalculatorGiven = {
  id: string;
  /** The form's action without script. */
  action: string;
  language: Language;
  words: CalculatorWords;
  fields: { name: string; label: string; typed: string; counts: CountsAs }[];
  /** In shillings, by the preferred metal; null without prices. */
  nisab: number | null;
  shows: "zakat to pay" | "zakat and fee";
};

export function ShortCalculator(given: ShortCalculatorGiven) {
  const { id, action, language, words, fields } = given;
  const first = new Map(fields.map(({ name, typed }) => [name, typed]));
  const { form, read, update } = useForm(first, (query) => new Map(query));
  const nisab = given.nisab === null ? null : tzs(given.nisab);
  const withFee = given.shows === "zakat and fee";

  const amountOf = (name: string) => readShillings(read.get(name) ?? "");
  const valuesOf = (counts: CountsAs) =>
    fields
      .filter((field) => field.counts === counts)
      .map(({ name }) => ({ name, value: tzs(amountOf(name) ?? 0n) }));
  const debts = valuesOf("debt").reduce((sum, { value }) => sum + value.amount, 0n);
  const sum = zakatOf({ assets: valuesOf("asset"), debts: tzs(debts) }, { nisab, withFee });

  const answer = (event: FormEvent) => {
    event.preventDefault();
    update();
  };
  return (
    <form
      ref={form}
      className="short-calculator"
      action={action}
      data-stays-here
      onInput={update}
      onSubmit={answer}
    >
      {fields.map(({ name, label, typed }) => (
        <Field
          key={name}
          id={`${id}-${name}`}
          name={name}
          label={label}
          before="TSh"
          defaultValue={typed}
          inputMode="numeric"
          autoComplete="off"
          maxLength={60}
          error={amountOf(name) === null ? words.notAnAmount : undefined}
        />
      ))}
      <button className="button wide" type="submit">
        {words.calculate}
      </button>
      <SumLines
        words={words}
        language={language}
        sum={sum}
        shows={withFee ? "net, fee and total" : "zakat"}
      />
      <Standing id={id} words={words} language={language} sum={sum} nisab={nisab} />
      <PayButton words={words} language={language} sum={sum} withFee={withFee} />
    </form>
  );
}
