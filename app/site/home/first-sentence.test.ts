import { expect, test } from "vitest";
import { firstSentence } from "./first-sentence.ts";

test("a sentence ends before the next capital letter", () => {
  expect(firstSentence("We build. You give. Thanks.")).toEqual(["We build.", "You give. Thanks."]);
  expect(firstSentence("Tunajenga! Mnatoa.")).toEqual(["Tunajenga!", "Mnatoa."]);
});

test("points in titles and numbers end no sentence", () => {
  expect(firstSentence("Dr. Asha gave TSh 1.5 million. Thanks.")).toEqual([
    "Dr. Asha gave TSh 1.5 million.",
    "Thanks.",
  ]);
});

test("a paragraph of one sentence has no rest", () => {
  expect(firstSentence("One sentence without an end")).toEqual(["One sentence without an end", ""]);
});
