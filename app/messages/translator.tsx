import { createContext, use } from "react";
import { createTranslator } from "use-intl/core";
import { locales, type Language } from "#domain/content/language.ts";
import en, { type Messages } from "./en.ts";
import sw from "./sw.ts";
import { timeZone } from "#domain/system/calendar.ts";

const messages = { en, sw } satisfies Record<Language, Messages>;

function translatorFor(language: Language) {
  return createTranslator({
    locale: locales[language],
    messages: messages[language],
    timeZone,
  });
}

export type Translator = ReturnType<typeof translatorFor>;

const translators = { en: translatorFor("en"), sw: translatorFor("sw") };

export const translatorIn = (language: Language): Translator => translators[language];

const LanguageContext = createContext<Language>("en");

export const LanguageProvider = LanguageContext.Provider;

export const useLanguage = (): Language => use(LanguageContext);

export const useText = (): Translator => translators[use(LanguageContext)];
