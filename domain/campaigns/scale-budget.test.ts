import { expect, test } from "vitest";
import { scaleBudget } from "./scale-budget.ts";

const lines = [
  { what: "books", amount: 100n },
  { what: "desks", amount: 100n },
  { what: "paint", amount: 100n },
];
const amounts = (sum: bigint) => scaleBudget(lines, sum).map(({ amount }) => amount);

test("the scaled lines have exactly the new sum", () => {
  expect(amounts(300n)).toEqual([100n, 100n, 100n]);
  expect(amounts(1_000n)).toEqual([334n, 333n, 333n]);
  for (const sum of [1n, 2n, 299n, 2_600_001n])
    expect(amounts(sum).reduce((total, amount) => total + amount)).toBe(sum);
});

test("the lines keep their order and words", () => {
  expect(scaleBudget(lines, 7n).map(({ what }) => what)).toEqual(["books", "desks", "paint"]);
});
