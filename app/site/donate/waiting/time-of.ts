import { locales, type Language } from "#domain/content/language.ts";

export function timeOf(moment: Date, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "Africa/Dar_es_Salaam",
  }).format(moment);
}
