import { z } from "zod";

export const words = (longest: number) =>
  z
    .string()
    .trim()
    .min(1, "Enter some text")
    .max(longest, `Must be ${longest.toLocaleString("en")} characters or fewer`);

export const wordsOrNone = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `Must be ${longest.toLocaleString("en")} characters or fewer`);

const swahili = (longest: number) =>
  wordsOrNone(longest)
    .nullable()
    .transform((text) => text || null);

/** Text by staff. Without a translation, a form sends "" and a table has null. */
export const written = (longest = 200) => z.strictObject({ en: words(longest), sw: swahili(longest) });

/** Optional: without it, the English text is "". */
export const writtenOrNot = (longest = 200) =>
  z.strictObject({ en: wordsOrNone(longest), sw: swahili(longest) }).refine(({ en, sw }) => en || !sw, {
    path: ["en"],
    message: "Enter the English text too. It is shown when there is no Kiswahili.",
  });
