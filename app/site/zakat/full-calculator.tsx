import type { ReactNode } from "react";
import { formatDay, type Day } from "#domain/system/calendar.ts";
import type { HijriNames } from "#domain/zakat/hijri.ts";
import { locales, type Language } from "#domain/content/language.ts";
import { formatMoney, tzs } from "#domain/money/money.ts";
import {
  karats,
  metals,
  nisabIn,
  nisabWeights,
  preferredMetal,
  staleDays,
  type Karat,
  type Metal,
} from "#domain/zakat/calculate.ts";
import { SelectField } from "#app/ui/field.tsx";
import { EnterSends } from "#app/ui/yes-meant.tsx";
import { AmountField } from "./amount-field.tsx";
import {
  calculate,
  lunarYearIn,
  weightFields,
  type Calculation,
  type Entered,
  type Field as FieldName,
  type MetalPrices,
  type WorkingStep,
} from "./entered.ts";
import { fill } from "./fill.ts";
import { LunarYear } from "./lunar-year.tsx";
import {
  calculateButton,
  PayButton,
  NisabResult,
  SumLines,
  unansweredWords,
  type Waiting,
} from "./outcome.tsx";
import { FeeTick, Tick } from "./tick.tsx";
import type { WhereToGive } from "./where-to-give.ts";
import type { FullWords } from "./words.ts";

export type FullCalculatorProps = {
  action: string;
  language: Language;
  words: FullWords;
  entered: Entered;
  prices: MetalPrices | null;
  hijri: HijriNames;
  today: Day;
  whereToGive: WhereToGive;
  reminder: { title: string; text: string };
};

/** Rendered by the server with React, and in the browser without it. So it has no hooks and no listeners. */
export function FullCalculator(props: FullCalculatorProps) {
  const { action, words, language, prices, entered, today } = props;
  const year = lunarYearIn(entered, today);
  const calculation = calculate(entered, prices);
  const amount: AmountOf = (name, hint) => (
    <AmountField
      id={`zakat-${name}`}
      name={name}
      label={words[name]}
      hint={hint}
      unit={isWeight(name) ? "g" : "TSh"}
      typed={entered.typed[name]}
      isUnreadable={calculation.unreadable.has(name)}
      words={words}
      language={language}
      isAnswer={import.meta.env.SSR && name === [...calculation.unreadable][0]}
    />
  );
  const waiting = [...calculation.unreadable].map((name) => ({ id: `zakat-${name}`, label: words[name] }));
  return (
    <form className="full-calculator" action={action} data-stays-here>
      {waiting.length > 0 && <EnterSends />}
      <div className="zakat-groups">
        <fieldset>
          <legend>{words.moneyTitle}</legend>
          {amount("cash", words.cashHint)}
        </fieldset>
        <Metals props={props} amount={amount} />
        <Trade words={words} amount={amount} open={hasAny(entered, tradeFields)} />
        <fieldset>
          <legend>{words.debtsTitle}</legend>
          {amount("debts", words.debtsHint)}
        </fieldset>
        <Basis props={props} />
        <Folded id="lunar-year" title={words.yearTitle} hint={words.yearInside} open={year.kind !== "none"}>
          <LunarYear
            year={year}
            words={words}
            language={language}
            hijri={props.hijri}
            today={today}
            since={entered.since}
          />
        </Folded>
      </div>
      <StickySum words={words} language={language} sum={calculation.sum} waiting={waiting} />
      <Result props={props} calculation={calculation} waiting={waiting} />
    </form>
  );
}

type StickyProps = Pick<FullCalculatorProps, "words" | "language"> &
  Pick<Calculation, "sum"> & { waiting: Waiting[] };

/** On phones the result is far below the first field. The result itself says the same to readers. */
function StickySum({ words, language, sum, waiting }: StickyProps) {
  const [first] = waiting;
  if (first !== undefined)
    return (
      <a className="sticky-sum" href={`#${first.id}`} aria-hidden="true" tabIndex={-1}>
        <span>
          {unansweredWords(words, waiting)} <b>{first.label}</b>
        </span>
      </a>
    );
  if (sum.assets.amount === 0n) return null;
  return (
    <a className="sticky-sum" href="#zakat-result" aria-hidden="true" tabIndex={-1}>
      <span>
        {sum.comparison === "below" ? (
          words.belowBrief
        ) : (
          <>
            {words.dueBrief} <b>{formatMoney(sum.due, language)}</b>
          </>
        )}
      </span>
      <span className="button small">{words.resultTitle}</span>
    </a>
  );
}

type AmountOf = (name: FieldName, hint?: string) => ReactNode;

type FoldedProps = { id?: string; title: string; hint: string; open: boolean; children: ReactNode };

/** A group that many donors do not need. It is open where something was entered. */
function Folded({ id, title, hint, open, children }: FoldedProps) {
  return (
    <details className="zakat-fold" id={id} open={open}>
      <summary>
        <span>
          <b>{title}</b> <small>{hint}</small>
        </span>
      </summary>
      <div>{children}</div>
    </details>
  );
}

const metalFields: FieldName[] = ["gold", "silver", ...weightFields];
const tradeFields: FieldName[] = ["stock", "owed", "rent", "shares", "other"];

const hasAny = ({ typed }: Entered, names: FieldName[]): boolean => names.some((name) => typed[name] !== "");

function Metals({ props, amount }: { props: FullCalculatorProps; amount: AmountOf }) {
  const { words, prices, entered } = props;
  return (
    <Folded title={words.metalTitle} hint={words.metalInside} open={hasAny(entered, metalFields)}>
      <p className="field-hint">{words.metalHint}</p>
      {amount("gold")}
      {prices && (
        <div className="by-weight">
          {amount("gold-grams")}
          <KaratChoice name="gold-karat" chosen={entered.goldKarat} words={words} />
        </div>
      )}
      {amount("silver")}
      {prices && amount("silver-grams")}
      {prices && (
        <>
          <div className="by-weight">
            {amount("worn-grams")}
            <KaratChoice name="worn-karat" chosen={entered.wornKarat} words={words} />
          </div>
          <Tick
            id="zakat"
            name="worn"
            value="count"
            label={words.countWorn}
            hint={words.wornHint}
            on={entered.countsWorn}
          />
        </>
      )}
    </Folded>
  );
}

function Trade({ words, amount, open }: { words: FullWords; amount: AmountOf; open: boolean }) {
  return (
    <Folded title={words.tradeTitle} hint={words.tradeInside} open={open}>
      <div className="zakat-pairs">
        {amount("stock", words.stockHint)}
        {amount("owed", words.owedHint)}
        {amount("rent", words.rentHint)}
        {amount("shares")}
        {amount("other")}
      </div>
    </Folded>
  );
}

type ResultProps = { props: FullCalculatorProps; calculation: Calculation; waiting: Waiting[] };

/** Before anything is entered there is nothing to sum up and nothing to pay. */
function Result({ props, calculation, waiting }: ResultProps) {
  const { words, language, entered } = props;
  const sum = waiting.length > 0 ? null : calculation.sum;
  const isEmpty = sum?.assets.amount === 0n;
  return (
    <section
      className="zakat-result"
      id={import.meta.env.SSR && sum === null ? undefined : "zakat-result"}
      aria-labelledby="zakat-result-title"
    >
      <h2 id="zakat-result-title">{words.resultTitle}</h2>
      <NisabResult
        id="zakat"
        words={words}
        language={language}
        sum={sum}
        waiting={waiting}
        nisab={calculation.nisab}
        whereToGive={props.whereToGive}
      />
      {sum !== null && !isEmpty && (
        <SumLines words={words} language={language} sum={sum} shows="net, fee and total" />
      )}
      <FeeTick id="zakat" words={words} on={entered.withFee} />
      <button className={calculateButton(sum, props.whereToGive)} type="submit">
        {words.calculate}
      </button>
      {!isEmpty && (
        <PayButton
          words={words}
          language={language}
          sum={sum}
          withFee={entered.withFee}
          whereToGive={props.whereToGive}
        />
      )}
      {sum !== null && <Working words={words} language={language} calculation={calculation} />}
      <button className="button quiet small needs-script" type="button" data-prints>
        {words.print}
      </button>
    </section>
  );
}

type ChoiceProps = { name: "gold-karat" | "worn-karat"; chosen: Karat; words: FullWords };

function KaratChoice({ name, chosen, words }: ChoiceProps) {
  const options = karats.map((karat) => ({ value: String(karat), label: fill(words.karats, { karat }) }));
  return (
    <SelectField
      id={`zakat-${name}`}
      name={name}
      label={words.karat}
      options={options}
      defaultValue={String(chosen)}
    />
  );
}

function Basis({ props: { words, language, prices, entered, today } }: { props: FullCalculatorProps }) {
  return (
    <fieldset>
      <legend>{words.basisTitle}</legend>
      {prices ? (
        <Bases words={words} language={language} prices={prices} chosen={entered.basis} today={today} />
      ) : (
        <p className="warning">{words.noPrices}</p>
      )}
    </fieldset>
  );
}

type BasesProps = { words: FullWords; language: Language; prices: MetalPrices; chosen: Metal; today: Day };

function Bases({ words, language, prices, chosen, today }: BasesProps) {
  const labels = { silver: words.basisSilver, gold: words.basisGold };
  const price = (metal: Metal) => formatMoney(tzs(prices[metal]), language);
  const stale = staleDays(prices, today);
  return (
    <>
      {metals.map((metal) => (
        <label key={metal} className="basis">
          <input type="radio" name="basis" value={metal} defaultChecked={metal === chosen} />
          <span>
            <b>{labels[metal]}</b>{" "}
            {metal === preferredMetal && <span className="preferred">{words.preferred}</span>}{" "}
            <small>
              {fill(words.basisText, {
                grams: inGrams(nisabWeights[metal], language),
                amount: formatMoney(nisabIn(metal, tzs(prices[metal])), language),
              })}
            </small>
          </span>
        </label>
      ))}
      <p className="field-hint">
        {fill(words.prices, {
          date: formatDay(prices.asOf, language),
          silver: price("silver"),
          gold: price("gold"),
          source: prices.source,
        })}
      </p>
      {stale !== null && <p className="warning">{fill(words.stale, { days: stale })}</p>}
    </>
  );
}

type WorkingProps = { words: FullWords; language: Language; calculation: Calculation };

function Working({ words, language, calculation }: WorkingProps) {
  if (calculation.sum.assets.amount === 0n) return null;
  const signs = { add: "+", subtract: "−", equal: "=", share: "=" };
  return (
    <div className="working">
      <h3>{words.working}</h3>
      <dl>
        {calculation.working.map((step) => (
          <div key={step.name} data-does={step.does}>
            <dt>{stepLabel(step, words, language, calculation)}</dt>
            <dd>
              <span>{signs[step.does]}</span> {formatMoney(step.amount, language)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function stepLabel(
  step: WorkingStep,
  words: FullWords,
  language: Language,
  { weighed, sum }: Calculation,
): string {
  if (step.name === "due") return sum.comparison === "below" ? words.belowStep : words.dueStep;
  if (step.name === "fee") return words.feeLine;
  const weight = weighed[step.name];
  if (!weight) return words[step.name];
  const labels: Partial<Record<WorkingStep["name"], string>> = {
    "gold-grams": words.basisGold,
    "silver-grams": words.basisSilver,
    "worn-grams": words.worn,
  };
  return fill(words.weighed, {
    label: labels[step.name] ?? words[step.name],
    grams: inGrams(weight.milligrams, language),
    karat: weight.karat,
  });
}

const inGrams = (milligrams: bigint, language: Language): string =>
  new Intl.NumberFormat(locales[language], { maximumFractionDigits: 3 }).format(Number(milligrams) / 1000);

const isWeight = (name: FieldName): boolean => weightFields.some((each) => each === name);
