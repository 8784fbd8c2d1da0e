import { timeZone } from "#domain/system/calendar.ts";
import { locales, type Language } from "#domain/content/language.ts";

export function momentIn(language: Language, at: Date): string {
  const format = new Intl.DateTimeFormat(locales[language], {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
    timeZone,
  });
  return format.format(at);
}
