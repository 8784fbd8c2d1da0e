import { expect, test } from "vitest";
import { plannedSum } from "./planned-sum.ts";

test.each([
  [{}, ["TSh 0", "TSh …", false]],
  [
    { goal: "900,000", "budget-1-amount": "300000", "budget-8-amount": "600000" },
    ["TSh 900,000", "TSh 900,000", true],
  ],
  [
    { goal: "900,000", "budget-1-amount": "300000", "budget-2-amount": "many" },
    ["TSh …", "TSh 900,000", false],
  ],
  [{ goal: "20", currency: "EUR", "budget-1-amount": "12.50" }, ["EUR 12.50", "EUR 20", false]],
] as const)("the lines of %j", (entered, [sum, goal, isEqual]) => {
  const written = plannedSum(entered, "en");
  expect([written.sum, written.goal].map((text) => text.replaceAll("\u00a0", " "))).toEqual([sum, goal]);
  expect(written.isEqual).toBe(isEqual);
});
