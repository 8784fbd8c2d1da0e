export const languages = ["en", "sw"] as const;
export type Language = (typeof languages)[number];

/** English and Kiswahili as written in Tanzania: `en` alone would write TZS where people write TSh. */
export const locales = { en: "en-TZ", sw: "sw-TZ" } as const satisfies Record<Language, string>;

/** Text by staff: always in English, and in Kiswahili if translated. */
export type Translated<Text = string> = { en: Text; sw: Text | null };

/** The text with its actual language, for the `lang` attribute. */
export function inLanguage<Text>(text: Translated<Text>, language: Language): { text: Text; lang: Language } {
  if (language === "sw" && text.sw !== null) return { text: text.sw, lang: "sw" };
  return { text: text.en, lang: "en" };
}
