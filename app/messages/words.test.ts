import { expect, test } from "vitest";
import { refusedWords } from "#tests/support/content/refused-words.ts";
import { errorWords } from "#app/site/error-page.tsx";
import en from "./en.ts";
import sw from "./sw.ts";
import { textsOf } from "./texts-of.ts";

/** Fixed texts. An exception that is no longer needed fails the test. */
const allowed = {
  en: new Set([
    ...["twoStep.backupText", "invitation.usernameHint", "invitation.usernameWrong"], // letters of the alphabet
    "giving.waiting.nextStepText", // the specification calls the request a USSD push
  ]),
  sw: new Set([
    ...["contact.address", "home.contact.mapNote", "notFound.text", "giving.cardStep.why"], // a postal, IP or page address
    "giving.cardStep.addressTitle", // the address on the card's bill
  ]),
};

const texts = {
  en: new Map([...textsOf(en), ...textsOf(errorWords.en, "error-page.")]),
  sw: new Map([...textsOf(sw), ...textsOf(errorWords.sw, "error-page.")]),
};

test.each(["en", "sw"] as const)("public texts use the words of the glossary: %s", (language) => {
  const refused = [...texts[language]].flatMap(([key, text]) =>
    refusedWords(language, text).map((word) => `${key}: ${word}`),
  );
  const keyOf = (line: string) => line.slice(0, line.indexOf(":"));
  expect(refused.filter((line) => !allowed[language].has(keyOf(line)))).toEqual([]);
  for (const key of allowed[language]) expect(refused.map(keyOf), "an unneeded exception").toContain(key);
});

test.each([
  ["en", "Whoever lost the letter", ["letter → email", "Whoever → anyone who, who"]],
  ["en", "Zakat, a donation and {amount}", []],
  ["sw", "Fungua stakabadhi kwenye barua pepe", ["stakabadhi → risiti"]],
  ["sw", "Nisabu ya madini ya fedha", []],
] as const)("refused words are found: %s, %s", (language, text, found) => {
  expect(refusedWords(language, text)).toEqual(found);
});
