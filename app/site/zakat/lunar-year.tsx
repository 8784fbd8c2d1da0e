import { formatDay, type Day } from "#domain/system/calendar.ts";
import {
  formatHijri,
  hijriOf,
  lastLunarYearEnd,
  nextLunarYearEnd,
  type HijriNames,
} from "#domain/zakat/hijri.ts";
import type { Language } from "#domain/content/language.ts";
import { localAddress } from "#app/site/address.ts";
import { Field } from "#app/ui/field.tsx";
import { dateParts, type Entered, type LunarYear as Year } from "./entered.ts";
import { fill } from "./fill.ts";
import type { FullWords } from "./words.ts";

type EndProps = {
  year: Year;
  words: FullWords;
  language: Language;
  hijri: HijriNames;
  today: Day;
};

type Props = EndProps & Pick<Entered, "since">;

/** Day, month and year apart: the browser's own field for dates shows them in the order of its language. */
export function LunarYear({ since, ...props }: Props) {
  const { year, words } = props;
  const isWrong = year.kind === "unreadable";
  return (
    <>
      <fieldset
        className="zakat-date"
        aria-describedby={`zakat-since-hint${isWrong ? " zakat-since-error" : ""}`}
      >
        <legend>{words.since}</legend>
        <p className="field-hint" id="zakat-since-hint">
          {words.sinceHint}
        </p>
        {isWrong && (
          <p className="field-error" id="zakat-since-error">
            {words.badDay}
          </p>
        )}
        {dateParts.map((part) => (
          <Field
            key={part}
            id={`zakat-since-${part}`}
            name={`since-${part}`}
            label={words[part]}
            defaultValue={since[part]}
            inputMode="numeric"
            autoComplete="off"
            maxLength={part === "year" ? 4 : 2}
          />
        ))}
      </fieldset>
      <LunarYearEnd {...props} />
    </>
  );
}

function LunarYearEnd({ year, words, language, hijri, today }: EndProps) {
  if (year.kind !== "from")
    return <p className="field-hint">{year.kind === "incomplete" ? words.wholeDate : words.solar}</p>;
  const end = nextLunarYearEnd(year.start, today);
  const over = lastLunarYearEnd(year.start, today);
  const inWords = (day: Day) => ({
    hijri: formatHijri(hijriOf(day), hijri),
    day: formatDay(day, language),
  });
  return (
    <>
      {over !== null && <p className="year-end">{fill(words.yearOver, inWords(over))}</p>}
      <p className="year-end">
        {fill(words.yearEnd, inWords(end))} <span className="field-hint">{words.moon}</span>
      </p>
      <p>
        <a
          className="button quiet small"
          href={localAddress(language, `/zakat/reminder.ics?date=${year.start}`)}
          download="zakat.ics"
          rel="nofollow"
        >
          {words.remind}
        </a>
      </p>
      <p className="field-hint">{words.solar}</p>
    </>
  );
}
