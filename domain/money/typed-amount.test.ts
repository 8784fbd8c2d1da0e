import fc from "fast-check";
import { expect, test } from "vitest";
import { readMilligrams, readShillings, withoutGroupMarks, withGroupMarks } from "./typed-amount.ts";

test.each([
  ["", 0n],
  ["   ", 0n],
  ["0", 0n],
  ["0010", 10n],
  ["10000", 10_000n],
  ["10,000", 10_000n],
  ["10 000", 10_000n],
  ["10\u00a0000", 10_000n],
  ["10\u202f000", 10_000n],
  ["10'000", 10_000n],
  ["10000/=", 10_000n],
  ["10,000/-", 10_000n],
  ["10,000/", 10_000n],
  ["TSh 10,000", 10_000n],
  ["Tshs. 10,000/=", 10_000n],
  ["10000 TZS", 10_000n],
  ["1,234,567.00", 1_234_567n],
  [".0", 0n],
  ["5.", 5n],
  ["١٠٠٠٠", 10_000n],
  ["١٠٬٠٠٠٫٠", 10_000n],
  ["۱۲۳", 123n],
  ["999999999999999", 999_999_999_999_999n],
])("%j is %s shillings", (text, amount) => {
  expect(readShillings(text)).toBe(amount);
});

test.each([
  "abc",
  "-5",
  "1e9",
  "0x10",
  "10k",
  ".",
  ",5",
  "1.2.3",
  "NaN",
  "Infinity",
  "1".repeat(16),
  "<b>1</b>",
  "10,0",
  "12,50",
  "1,50,000",
  "1,0000",
  "12 50",
  "1 2",
  "1.500",
  "1.234.567",
  "1,234.567",
  "1 000,000",
  "1,000'000",
  "1,000,",
  "١٢٬٥٠",
])("%j is not an amount", (text) => {
  expect(readShillings(text)).toBeNull();
});

test.each([
  ["", 0n],
  ["12", 12_000n],
  ["12.5", 12_500n],
  ["12,5", 12_500n],
  ["12,75 g", 12_750n],
  ["612.36 gramu", 612_360n],
  ["1,000", 1_000_000n],
  ["0.0015", 1n],
  [".5", 500n],
  ["٨٧٫٤٨", 87_480n],
])("%j is %s milligrams", (text, milligrams) => {
  expect(readMilligrams(text)).toBe(milligrams);
});

test.each([
  ["2,000,000", "2000000"],
  [" 2 000 000 ", "2000000"],
  ["3'000", "3000"],
  ["1_000.50", "1000.50"],
  ["1,5", "1,5"],
  ["12,50", "12,50"],
  ["1,0000", "1,0000"],
  ["1,000 000", "1,000 000"],
  ["1.500", "1.500"],
  ["-5", "-5"],
])("%j becomes %j for readAmount", (typed, plain) => {
  expect(withoutGroupMarks(typed)).toBe(plain);
});

test("any text gives null or an amount that is not negative", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.bigInt().map(String)), (text) => {
      for (const read of [readShillings, readMilligrams]) {
        const amount = read(text);
        expect(amount === null || (amount >= 0n && amount < 10n ** 19n)).toBe(true);
      }
    }),
  );
  expect(readShillings("1".repeat(10_000))).toBeNull();
});

test("an amount is read back with any grouping", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), (amount) => {
      for (const locale of ["en-TZ", "sw-TZ", "de-CH", "fr-FR", "ar-EG", "fa-IR"])
        expect(readShillings(amount.toLocaleString(locale))).toBe(amount);
    }),
  );
});

test.each([
  ["650000000", "650,000,000"],
  ["1500.50", "1,500.50"],
  ["999", "999"],
  ["1.5.0", "1.5.0"],
  ["abc", "abc"],
  ["", ""],
])("%j is shown as %j and read back unchanged", (text, shown) => {
  expect([withGroupMarks(text), withoutGroupMarks(shown)]).toEqual([shown, text]);
});
