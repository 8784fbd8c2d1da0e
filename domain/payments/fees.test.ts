import fc from "fast-check";
import { expect, test } from "vitest";
import { processingFee, withProcessingFee } from "./fees.ts";
import { tzs, usd } from "#domain/money/money.ts";

test.each([
  [tzs(50_000), tzs(1_750)],
  [tzs(1_000), tzs(35)],
  [tzs(1_028), tzs(35)],
  [tzs(1_029), tzs(36)],
  [tzs(28), tzs(0)],
  [tzs(29), tzs(1)],
  [tzs(0), tzs(0)],
  [tzs(5_000_000), tzs(175_000)],
  [usd(100), usd(3)],
  [usd(1_999), usd(69)],
])("the fee on %o is %o", (donation, fee) => {
  expect(processingFee(donation)).toEqual(fee);
});

test("the fee comes on top of the donation", () => {
  expect(withProcessingFee(tzs(50_000))).toEqual(tzs(51_750));
});

test("the fee is the largest whole number that is not above 3.5%", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), (amount) => {
      const fee = processingFee(tzs(amount)).amount;
      expect(fee * 1000n <= amount * 35n).toBe(true);
      expect((fee + 1n) * 1000n > amount * 35n).toBe(true);
    }),
  );
});
