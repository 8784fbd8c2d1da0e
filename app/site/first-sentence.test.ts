import { expect, test } from "vitest";
import { firstSentence, openingOf } from "#app/site/first-sentence.ts";

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

test("the opening of an update ends at its first sentence, list or paragraph", () => {
  expect(openingOf("612 **books** and 40 chairs. Come and see them.")).toBe("612 books and 40 chairs.");
  expect(openingOf("The library lends four laptops:\n\n- one each evening")).toBe(
    "The library lends four laptops",
  );
});
