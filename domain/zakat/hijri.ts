import { addDays, type Day } from "#domain/system/calendar.ts";
import type { Language } from "#domain/content/language.ts";

/** A day of the Umm al-Qura calendar. By moon sighting it can be a day earlier or later. */
export type HijriDay = { year: number; month: number; day: number };

// The tables of Umm al-Qura end in 1600. After that, Intl silently uses another calendar.
export const firstDay = "1900-04-30";
export const lastDay = "2150-12-31";

const ummAlQura = new Intl.DateTimeFormat("en-u-ca-islamic-umalqura-nu-latn", {
  timeZone: "UTC",
  year: "numeric",
  month: "numeric",
  day: "numeric",
});

export function hijriOf(day: Day): HijriDay {
  const parts = ummAlQura.formatToParts(Date.parse(`${day}T00:00:00Z`));
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parseInt(parts.find((each) => each.type === type)?.value ?? "", 10);
  return { year: part("year"), month: part("month"), day: part("day") };
}

/** A day in the range of the calendar; null for anything else. */
export function readDay(text: string): Day | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < firstDay || text > lastDay) return null;
  const moment = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(moment)) return null;
  return new Date(moment).toISOString().startsWith(text) ? text : null;
}

/** The same day of a later lunar year. A 30th becomes the 29th if the later month is shorter. */
export function lunarYearsAfter(day: Day, years: number): Day {
  const start = hijriOf(day);
  const wanted = { ...start, year: start.year + years };
  let found = addDays(day, Math.round(years * daysOfALunarYear) + 4);
  while (isAfter(hijriOf(found), wanted)) found = addDays(found, -1);
  return found;
}

/** The next end of a lunar year that began on a day: the first end, or the next one if that is past. */
export function nextLunarYearEnd(start: Day, today: Day): Day {
  return lunarYearsAfter(start, yearsUntil(start, today));
}

export function lastLunarYearEnd(start: Day, today: Day): Day | null {
  const years = yearsUntil(start, today);
  return years === 1 ? null : lunarYearsAfter(start, years - 1);
}

function yearsUntil(start: Day, today: Day): number {
  let years = Math.max(1, hijriOf(today).year - hijriOf(start).year);
  while (lunarYearsAfter(start, years) < today) years++;
  return years;
}

export function formatHijri({ year, month, day }: HijriDay, { months, era }: HijriNames): string {
  return `${day} ${months[month - 1]} ${year} ${era}`;
}

const daysOfALunarYear = 354.367;

const isAfter = (a: HijriDay, b: HijriDay) => (a.year - b.year || a.month - b.month || a.day - b.day) > 0;

export type HijriNames = { months: readonly string[]; era: string };

// Intl has no Kiswahili names, and its English ones differ between systems.
const english = {
  era: "AH",
  months: [
    "Muharram",
    "Safar",
    "Rabi al-Awwal",
    "Rabi al-Thani",
    "Jumada al-Ula",
    "Jumada al-Akhira",
    "Rajab",
    "Shaban",
    "Ramadan",
    "Shawwal",
    "Dhu al-Qadah",
    "Dhu al-Hijjah",
  ],
};
const kiswahili = {
  era: "H",
  months: [
    "Muharram",
    "Safar",
    "Rabiul-Awwal",
    "Rabiuth-Thani",
    "Jumadal-Ula",
    "Jumadal-Akhira",
    "Rajabu",
    "Shaabani",
    "Ramadhani",
    "Shawwal",
    "Dhulqaada",
    "Dhulhija",
  ],
};

/** The calculator's code receives the names of one language as a property. */
export const hijriNames: Record<Language, HijriNames> = { en: english, sw: kiswahili };
