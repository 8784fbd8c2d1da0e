import { expect, test } from "vitest";
import { firstWords } from "./first-words.ts";

test("a long text ends at a word, a short one stays", () => {
  expect(firstWords("Two to four in a room, near the mosque", 21)).toBe("Two to four in a…");
  expect(firstWords("Two to four in a room, near the mosque", 24)).toBe("Two to four in a room…");
  expect(firstWords("Two to four", 11)).toBe("Two to four");
  expect(firstWords("Withoutanyspaces", 5)).toBe("Withoutanyspaces");
});
