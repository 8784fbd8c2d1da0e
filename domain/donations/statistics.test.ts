import { expect, test } from "vitest";
import { firstDay, rangeOf, successRate } from "./statistics.ts";

const today = "2026-11-21";

test.each([
  ["nothing asked", null, null, { from: firstDay, to: today }],
  ["a range", "2026-01-01", "2026-02-01", { from: "2026-01-01", to: "2026-02-01" }],
  ["never past today", "2026-01-01", "2030-01-01", { from: "2026-01-01", to: today }],
  ["reversed days", "2026-03-01", "2026-02-01", { from: "2026-02-01", to: "2026-03-01" }],
  ["days in the future", "2027-01-01", "2028-01-01", { from: today, to: today }],
  ["a day that the calendar lacks", "2026-02-31", "2026-03-01", { from: firstDay, to: "2026-03-01" }],
  ["nonsense", "<script>", "1e9", { from: firstDay, to: today }],
  ["a day of another length", "20260101", "", { from: firstDay, to: today }],
])("the range for %s", (_, from, to, expected) => {
  expect(rangeOf(from, to, today)).toEqual(expected);
});

test("the success rate is a whole percent of campaigns with a goal", () => {
  expect(successRate({ withGoal: 7, reached: 1 })).toBe(14);
  expect(successRate({ withGoal: 3, reached: 2 })).toBe(67);
  expect(successRate({ withGoal: 0, reached: 0 })).toBe(0);
});
