import { expect, test } from "vitest";
import { promptsPerPhone } from "#domain/payments/limits.ts";
import { waitFor } from "./rate-limit.ts";

const now = new Date("2026-11-21T12:00:00Z");
const ago = (...seconds: number[]) => seconds.map((each) => new Date(now.getTime() - each * 1_000));

test.each([
  [[], 0],
  [[10, 20], 0],
  [[10, 20, 30], 3_570],
  [[10, 20, 3_600], 0],
  [[10, 20, 3_599], 1],
  [[4_000, 5_000, 6_000, 7_000, 8_000, 9_000], 86_400 - 9_000],
  [[10, 5_000, 6_000, 7_000, 8_000], 0],
])("after payment requests %o seconds ago the next is allowed in %i", (seconds, wait) => {
  expect(waitFor(ago(...seconds), promptsPerPhone, now)).toBe(wait);
});
