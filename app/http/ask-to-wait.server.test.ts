import { expect, test } from "vitest";
import { waitInWords } from "./ask-to-wait.server.ts";

test.each([
  [1, 0],
  [30, 0],
  [31, 1],
  [61, 2],
  [3_600, 60],
])("a wait of %i seconds is said as %i minutes", (seconds, minutes) => {
  expect(waitInWords(seconds)).toEqual({ minutes });
});
