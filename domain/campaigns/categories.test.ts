import { expect, test } from "vitest";
import { classify, giving, isCategory, subTypes } from "./categories.ts";

test.each([
  ["Conference center", "infrastructure", "conference", 1],
  ["Girls dormitories", "infrastructure", "dormitories", 2],
  ["Mosque ablution block", "infrastructure", "ablution", 3],
  ["Student scholarship fund", "scholarship", "tuition", 4],
  ["Zakat fund for indebted students", "zakat", "indebted", 5],
  ["Cash waqfu", "registered-waqfu", "money", 6],
  ["Fun run 2025", "events", "fun-run", 7],
  ["  fun RUN   2025 ", "events", "fun-run", 7],
  ["Fun run 2026", "n/a", "n/a", 999],
])("%s belongs to %s, %s, in place %i", (title, category, subType, priority) => {
  expect(classify(title)).toEqual({ category, subType, priority });
});

test("waqfu is one category with its registered name", () => {
  expect(isCategory("registered-waqfu")).toBe(true);
  expect(isCategory("waqfu")).toBe(false);
  expect(isCategory("constructor")).toBe(false);
  expect(subTypes["registered-waqfu"]).toEqual(["money", "property"]);
});

test.each([
  [{ status: "active", endDate: "2026-03-31" }, "open"],
  [{ status: "active", endDate: "2026-03-30" }, "ended"],
  [{ status: "paused", endDate: "2026-12-31" }, "paused"],
  [{ status: "completed", endDate: "2026-03-30" }, "completed"],
] as const)("on 31 March %o takes donations: %s", (campaign, answer) => {
  expect(giving(campaign, "2026-03-31")).toBe(answer);
});
