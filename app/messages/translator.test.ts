import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { translatorIn } from "./translator.tsx";
import english from "./en.ts?compiled";

test("a text is chosen and filled in by the language's rules", () => {
  const texts = (minutes: number) =>
    (["en", "sw"] as const).map((language) => translatorIn(language)("signIn.tooMany", { minutes }));
  expect(texts(1)).toEqual([
    "Too many attempts. Please try again in 1 minute.",
    "Umejaribu mara nyingi mno. Tafadhali jaribu tena baada ya dakika 1.",
  ]);
  expect(texts(1_200)).toEqual([
    "Too many attempts. Please try again in 1,200 minutes.",
    "Umejaribu mara nyingi mno. Tafadhali jaribu tena baada ya dakika 1,200.",
  ]);
});

test("messages arrive parsed, and no page or browser parses one", async () => {
  expect(english["frame"]).toMatchObject({ skip: "Skip to main content", homeOf: [["fund"], ", home page"] });
  const parsers: string[] = [];
  for await (const file of glob("app/**/*.{ts,tsx}"))
    if (
      !file.includes(".test.") &&
      /icu-minify\/compile|use-intl|intl-messageformat/.test(await readFile(file, "utf8"))
    )
      parsers.push(file);
  expect(parsers).toEqual([]);
});
