import fc from "fast-check";
import { expect, test } from "vitest";
import { readAmount } from "./read-amount.ts";
import { tzs, usd } from "./money.ts";

test.each<[unknown, bigint]>([
  [1, 1n],
  [50_000, 50_000n],
  ["50000", 50_000n],
  ["999999999999999", 999_999_999_999_999n],
])("%o is %s shillings", (typed, amount) => {
  expect(readAmount(typed, "TZS")).toEqual(tzs(amount));
});

test.each<[unknown, number]>([
  [10, 1_000],
  [10.5, 1_050],
  ["10.50", 1_050],
  [0.01, 1],
  ["1234.5", 123_450],
])("%j dollars are %i cents", (typed, cents) => {
  expect(readAmount(typed, "USD")).toEqual(usd(cents));
});

test.each([
  "1e3",
  "1,000",
  "1 000",
  "01000",
  "+1000",
  "-1000",
  " 1000",
  "1000.0",
  "٥٠٠٠",
  "１０００",
  "0x10",
  "",
  "0",
  "NaN",
  "Infinity",
  "1000000000000000",
  0,
  -0,
  -5,
  1.5,
  1e21,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 53 - 1,
  2 ** 53 + 2,
  null,
  undefined,
  true,
  [1000],
  { $gt: 0 },
  10_000n,
])("%o is not an amount of shillings", (typed) => {
  expect(readAmount(typed, "TZS")).toBeNull();
});

test.each(["10.505", "10.", ".5", "00.50", "1e2", 1e-7, "0.00", -1, "10,50"])(
  "%j is no amount of dollars",
  (typed) => {
    expect(readAmount(typed, "USD")).toBeNull();
  },
);

test("every accepted amount is read exactly as written", () => {
  fc.assert(
    fc.property(fc.anything(), (typed) => {
      const read = readAmount(typed, "TZS");
      if (read !== null) expect(String(read.amount)).toBe(String(typed));
    }),
    { numRuns: 5_000 },
  );
});
