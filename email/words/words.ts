import type { Language } from "#domain/content/language.ts";
import { english, type Words } from "./en.ts";
import { kiswahili } from "./sw.ts";

export const words = { en: english, sw: kiswahili } as const satisfies Record<Language, Words>;
