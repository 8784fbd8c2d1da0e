import { expect, test } from "vitest";
import { compare, partsOf, rangeBefore } from "./periods.ts";

test("parts cover the range without gaps, in whole months inside", () => {
  expect(partsOf({ from: "2026-01-30", to: "2026-03-02" }, "month")).toEqual([
    { from: "2026-01-30", to: "2026-01-31" },
    { from: "2026-02-01", to: "2026-02-28" },
    { from: "2026-03-01", to: "2026-03-02" },
  ]);
  expect(partsOf({ from: "2026-12-28", to: "2027-01-05" }, "week")).toEqual([
    { from: "2026-12-28", to: "2027-01-03" },
    { from: "2027-01-04", to: "2027-01-05" },
  ]);
  expect(partsOf({ from: "2026-02-27", to: "2026-03-01" }, "day")).toHaveLength(3);
});

test("a long range has longer parts, so that a chart stays readable", () => {
  expect(partsOf({ from: "2026-01-01", to: "2026-12-31" }, "day")).toHaveLength(53);
  expect(partsOf({ from: "2024-01-01", to: "2026-12-31" }, "week")).toHaveLength(36);
});

test("the range before has as many days and ends a day earlier", () => {
  expect(rangeBefore({ from: "2026-03-01", to: "2026-03-31" })).toEqual({
    from: "2026-01-29",
    to: "2026-02-28",
  });
});

test("each part is compared with the same days of the range before", () => {
  const days = [
    { day: "2026-03-01", raised: 1n, donors: 1 },
    { day: "2026-03-02", raised: 20n, donors: 2 },
    { day: "2026-03-03", raised: 300n, donors: 3 },
    { day: "2026-03-04", raised: 4_000n, donors: 4 },
  ];
  expect(compare({ from: "2026-03-03", to: "2026-03-04" }, "day", days)).toEqual([
    {
      part: { from: "2026-03-03", to: "2026-03-03" },
      raised: 300n,
      donors: 3,
      before: { raised: 1n, donors: 1 },
    },
    {
      part: { from: "2026-03-04", to: "2026-03-04" },
      raised: 4_000n,
      donors: 4,
      before: { raised: 20n, donors: 2 },
    },
  ]);
});
