import { inLanguage, type Language } from "#domain/content/language.ts";
import type { Settings } from "#domain/content/settings.ts";
import type { Content } from "./frame.ts";

/** The fund chooses how emails greet donors. Without a greeting, the email begins with its text. */
export function greet(fund: Settings["fund"], donor: string | null, language: Language): Content["parts"] {
  const { text } = inLanguage(fund.emailGreeting, language);
  if (text === "") return [];
  return [{ kind: "text", text: donor === null ? `${text},` : `${text} ${donor},` }];
}
