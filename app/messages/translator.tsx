import format, { type CompiledMessage } from "icu-minify/format";
import { createContext, use } from "react";
import { timeZone } from "#domain/system/calendar.ts";
import { locales, type Language } from "#domain/content/language.ts";
import type { Messages } from "./en.ts";
import en, { type CompiledTexts } from "./en.ts?compiled";
import sw from "./sw.ts?compiled";

const compiled = { en, sw } satisfies Record<Language, CompiledTexts>;

type KeyOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Key : `${Key}.${KeyOf<Texts[Key]>}`;
}[keyof Texts & string];

type Values = Readonly<Record<string, string | number>>;

export type Translator = (key: KeyOf<Messages>, values?: Values) => string;

const formatters = {
  getNumberFormat: madeOnce(
    (...options: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...options),
  ),
  getPluralRules: madeOnce(
    (...options: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...options),
  ),
  getDateTimeFormat: madeOnce(
    (...options: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...options),
  ),
};

/** Making a formatter of Intl takes a hundred times as long as using it. */
function madeOnce<Options extends unknown[], Formatter>(
  make: (...options: Options) => Formatter,
): (...options: Options) => Formatter {
  const made = new Map<string, Formatter>();
  return (...options) => {
    const key = JSON.stringify(options);
    const formatter = made.get(key) ?? make(...options);
    made.set(key, formatter);
    return formatter;
  };
}

function translatorFor(language: Language): Translator {
  const locale = locales[language];
  const messages = messagesIn(compiled[language]);
  return (key, values) => {
    const message = messages.get(key);
    if (message === undefined) throw new Error(`There is no text ${key}`);
    if (typeof message === "string") return message;
    return String(format(message, locale, values, { formatters, timeZone }));
  };
}

/** Every message by its key, such as "giving.check.title". */
function messagesIn(texts: CompiledTexts, above = ""): Map<string, CompiledMessage> {
  return new Map(
    Object.entries(texts).flatMap(([key, text]): [string, CompiledMessage][] =>
      typeof text === "string" || Array.isArray(text)
        ? [[above + key, text]]
        : [...messagesIn(text, `${above}${key}.`)],
    ),
  );
}

const translators = { en: translatorFor("en"), sw: translatorFor("sw") };

export const translatorIn = (language: Language): Translator => translators[language];

const LanguageContext = createContext<Language>("en");

export const LanguageProvider = LanguageContext.Provider;

export const useLanguage = (): Language => use(LanguageContext);

export const useText = (): Translator => translators[use(LanguageContext)];
