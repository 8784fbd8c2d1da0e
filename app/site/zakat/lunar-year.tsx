import { formatDay, type Day } from "#domain/system/calendar.ts";
import { formatHijri, hijriOf, lastLunarYearEnd, nextLunarYearEnd } from "#domain/zakat/hijri.ts";
import type { Language } from "#domain/content/language.ts";
import { localAddress } from "#app/site/address.ts";
import type { LunarYear } from "./entered.ts";
import { fill } from "./fill.ts";
import type { FullWords } from "./words.ts";

type Props = {
  year: LunarYear;
  words: FullWords;
  language: Language;
  today: Day;
};

export function LunarYearEnd({ year, words, language, today }: Props) {
  if (year.kind === "none") return <p className="field-hint">{words.solar}</p>;
  if (year.kind === "unreadable") return <p className="field-error">{words.badDay}</p>;
  const end = nextLunarYearEnd(year.start, today);
  const over = lastLunarYearEnd(year.start, today);
  const inWords = (day: Day) => ({
    hijri: formatHijri(hijriOf(day), language),
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
