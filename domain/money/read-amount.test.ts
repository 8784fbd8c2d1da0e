import fc from "fast-check";
import { expect, test } from "vitest";
import { readAmount } from "./read-amount.ts";
import { tzs, usd } from "./money.ts";

test.each<[unknown, bigint]>([
  [1, 1n],
  [50_000, 50_000n],
  ["50000", 50_000n],
  ["999999999999999", 999_999_999_999_999n],
])("%o is %s shillings", (given, amount) => {
  expect(readAmount(given, "TZS")).toEqual(tzs(amount));
});

test.each<[unknown, number]>([
  [10, 1_000],
  [10.5, 1_050],
  ["10.50", 1_050],
  [0.01, 1],
  ["1234.5", 123_450],
])("%j dollars are %i cents", (given, cents) => {
  expect(readAmount(given, "USD")).toEqual(usd(cents));
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
])("%o is not an amount of shillings", (given) => {
  expect(readAmount(given, "TZS")).toBeNull();
});

test.each(["10.505", "10.", ".5", "00.50", "1e2", 1e-7, "0.00", -1, "10,50"])(
  "%j is no amount of dollars",
  (given) => {
    expect(readAmount(given, "USD")).toBeNull();
  },
);

test("every accepted amount is read exactly as written", () => {
  fc.assert(
    fc.property(fc.anything(), (given) => {
      const read = readAmount(given, "TZS");
      if (read !== null) expect(String(read.amount)).toBe(String(given));
    }),
    { numRuns: 5_000 },
  );
});
