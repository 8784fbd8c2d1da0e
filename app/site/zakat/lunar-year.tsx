import type { MouseEvent } from "react";
import { formatDay, type Day } from "#domain/system/calendar.ts";
import { formatHijri, hijriOf, lastLunarYearEnd, nextLunarYearEnd } from "#domain/zakat/hijri.ts";
import type { Language } from "#domain/content/language.ts";
import { reminderFile } from "#domain/zakat/reminder.ts";
import { localAddress } from "#app/site/address.ts";
import type { LunarYear } from "./entered.ts";
import { fill } from "./fill.ts";
import type { FullWords } from "./words.ts";

type Props = {
  year: LunarYear;
  words: FullWords;
  language: Language;
  today: Day;
  reminder: { title: string; text: string };
};

export function LunarYearEnd({ year, words, language, today, reminder }: Props) {
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
          onClick={(event) => keepHere(event, reminderFile({ day: end, madeAt: new Date(), ...reminder }))}
        >
          {words.remind}
        </a>
      </p>
      <p className="field-hint">{words.solar}</p>
    </>
  );
}

/** With script the file is made in the browser, so the day never leaves the phone. */
function keepHere(event: MouseEvent<HTMLAnchorElement>, file: string): void {
  event.preventDefault();
  const address = URL.createObjectURL(new Blob([file], { type: "text/calendar" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = "zakat.ics";
  link.click();
  URL.revokeObjectURL(address);
}
