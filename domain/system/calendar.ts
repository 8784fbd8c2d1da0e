import { locales, type Language } from "#domain/content/language.ts";

/** The fund's time zone, for all its servers and donors. */
export const timeZone = "Africa/Dar_es_Salaam";

/** A day of the calendar as YYYY-MM-DD: it has no hour and no zone, and sorts as text. */
export type Day = string;

// The Swedish date format is the ISO format. Code that does not use it leaves it out, because it is marked as pure.
const isoDay = /* @__PURE__ */ new Intl.DateTimeFormat("sv-SE", {
  timeZone,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

export function dayOf(moment: Date): Day {
  return isoDay.format(moment);
}

/** Start of the fund's next day. East Africa keeps UTC+3 all year. */
export function nextMidnight(moment: Date): Date {
  return new Date(`${addDays(dayOf(moment), 1)}T00:00:00+03:00`);
}

export function addDays(day: Day, days: number): Day {
  return new Date(startOfDayUtc(day) + days * millisecondsInADay).toISOString().slice(0, 10);
}

/** A day in words: 21 November 2026. */
export const formatDay = (day: Day, language: Language): string =>
  dayFormats[language].format(startOfDayUtc(day));

// Creating a format takes much longer than using it.
const dayFormats = {
  en: new Intl.DateTimeFormat(locales.en, { dateStyle: "long", timeZone: "UTC" }),
  sw: new Intl.DateTimeFormat(locales.sw, { dateStyle: "long", timeZone: "UTC" }),
} satisfies Record<Language, Intl.DateTimeFormat>;

const zoneNames = { en: "EAT", sw: "(saa za Afrika Mashariki)" } as const satisfies Record<Language, string>;

/** A time in the fund's zone. Names the zone, because donors live in many. */
export function formatMoment(moment: Date, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], {
    dateStyle: "long",
    timeStyle: "short",
    hourCycle: "h23",
    timeZone,
  });
  return `${format.format(moment)} ${zoneNames[language]}`;
}

/** The time of a day alone, with its zone. */
export function formatClock(moment: Date, language: Language): string {
  const parts = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone } as const;
  return `${new Intl.DateTimeFormat(locales[language], parts).format(moment)} ${zoneNames[language]}`;
}

/** A deadline. Names its day if that is not today. */
export const formatUntil = (end: Date, now: Date, language: Language): string =>
  dayOf(end) === dayOf(now) ? formatClock(end, language) : formatMoment(end, language);

/** The moment of a date and time in the fund's zone, as a browser sends it: 2026-11-21T18:00. Null if there is none. */
export function momentAt(local: string): Date | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local)) return null;
  const moment = new Date(`${local}:00+03:00`);
  // JavaScript reads 31 February as 3 March.
  return Number.isNaN(moment.getTime()) || localMinute(moment) !== local ? null : moment;
}

/** The date and time in the fund's zone, as the browser's field has them. */
export function localMinute(moment: Date): string {
  return new Date(moment.getTime() + 3 * 3_600_000).toISOString().slice(0, 16);
}

/** Whole days until the last day, which itself counts as 0; never below 0. */
export function daysLeft(lastDay: Day, today: Day): number {
  return Math.max(0, (startOfDayUtc(lastDay) - startOfDayUtc(today)) / millisecondsInADay);
}

const millisecondsInADay = 86_400_000;

const startOfDayUtc = (day: Day) => Date.parse(`${day}T00:00:00Z`);
