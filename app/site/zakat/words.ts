import type { Language } from "#domain/content/language.ts";
import type { Texts } from "#app/messages/en.ts";
import { zakatTexts as en } from "#app/messages/en/zakat.ts";
import { zakatTexts as sw } from "#app/messages/sw/zakat.ts";

export type CalculatorWords = Texts<typeof en.zakat.calculator>;
export type FullWords = Texts<typeof en.zakat.full>;

const texts = { en: en.zakat, sw: sw.zakat };

/** Call it only on the server: an island receives its texts as props, so that it does not load both languages. */
export const calculatorWords = (language: Language): CalculatorWords => texts[language].calculator;
export const fullWords = (language: Language): FullWords => texts[language].full;
