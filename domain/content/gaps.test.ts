import { expect, test } from "vitest";
import { withoutGaps } from "./gaps.ts";

test("a sentence with a gap is left out, the others stay", () => {
  expect(
    withoutGaps(
      "The fund decides. Our number is [number]. Write to [us](/about).\n\nOur officer is [name, email].",
    ),
  ).toBe("The fund decides. Write to [us](/about).\n\n");
});

test("a list keeps its other items", () => {
  expect(withoutGaps("- Call [phone].\n- Write to us. We answer in [days] days.")).toBe("\n- Write to us.");
});
