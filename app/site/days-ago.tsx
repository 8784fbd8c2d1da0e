import { locales } from "#domain/content/language.ts";
import { daysLeft, type Day } from "#domain/system/calendar.ts";
import { useLanguage } from "#app/messages/translator.tsx";

const ago = {
  en: new Intl.RelativeTimeFormat(locales.en, { numeric: "auto" }),
  sw: new Intl.RelativeTimeFormat(locales.sw, { numeric: "auto" }),
};

/** Counts days only: a kept page may be hours old. */
export function DaysAgo({ day, today }: { day: Day; today: Day }) {
  return <time dateTime={day}>{ago[useLanguage()].format(-daysLeft(today, day), "day")}</time>;
}
