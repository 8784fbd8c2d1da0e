import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAmount, tzs, usd } from "#domain/money/money.ts";
import { isAmbiguousAmount, isBeyondAllMoney, likelyAmount, readTypedAmount } from "./typed-amount.ts";

test.each(["10,000", "10 000", "10000/=", "TSh 10000", "١٠٬٠٠٠"])("%s is 10,000 shillings", (text) =>
  expect(readTypedAmount(text, "TZS")).toEqual(tzs(10_000)),
);

test.each(["", "0", "-5000", "ten", "1e9", "<b>"])("%j is no donation", (text) => {
  expect(readTypedAmount(text, "TZS")).toBeNull();
  expect(readTypedAmount(text, "USD")).toBeNull();
});

test.each(["12,50", "1.500", "12 50", "1,0000", "1,50,000", "1.234,50", "$12,50", "12,5 USD", "١٢٬٥٠"])(
  "%s could mean two amounts and is refused",
  (text) => {
    expect(readTypedAmount(text, "USD")).toBeNull();
    expect(isAmbiguousAmount(text, "USD")).toBe(true);
  },
);

test.each(["10,0", "10.000", "TSh 1.500/=", "10 00"])("%s shillings could mean two amounts", (text) => {
  expect(readTypedAmount(text, "TZS")).toBeNull();
  expect(isAmbiguousAmount(text, "TZS")).toBe(true);
});

test.each(["12.50", "100.50", "10000.5", "TSh 12.01", "0.99"])(
  "%s has cents, which shillings have not",
  (text) => {
    expect(readTypedAmount(text, "TZS")).toBeNull();
    expect(isAmbiguousAmount(text, "TZS")).toBe(true);
  },
);

test.each(["10000.0", "10,000.00", "10000.", "TSh 10 000.00/="])("%s is 10,000 shillings", (text) =>
  expect(readTypedAmount(text, "TZS")).toEqual(tzs(10_000)),
);

test("text that is not a number is not called ambiguous", () => {
  for (const text of ["", "ten", "-5", "1e9", "<b>", "."]) expect(isAmbiguousAmount(text, "USD")).toBe(false);
});

test("every amount shown in either language is read back", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 11n }), (cents) => {
      for (const language of ["en", "sw"] as const)
        expect(readTypedAmount(formatAmount(usd(cents), language), "USD")).toEqual(usd(cents));
    }),
  );
});

test.each([
  ["12.5", 1_250],
  ["$ 12.50", 1_250],
  ["US$1,250.75", 125_075],
  ["$1,000", 100_000],
  ["25 USD", 2_500],
  ["١٢", 1_200],
] as const)("%s is %s cents", (text, cents) => expect(readTypedAmount(text, "USD")).toEqual(usd(cents)));

test("twenty nines are too large, not an invalid amount", () => {
  const nines = "9".repeat(20);
  for (const text of [nines, `TSh ${nines}/=`, "99,999,999,999,999,999,999", `$${nines}.50`, "9".repeat(70)])
    expect(isBeyondAllMoney(text), text).toBe(true);
  for (const text of ["", "0".repeat(20), `-${nines}`, "1e9", "elfu", "0712345678 0712345678x1"])
    expect(isBeyondAllMoney(text), text).toBe(false);
});

test.each([
  ["10.000", 10_000],
  ["TSh 1.500/=", 1_500],
  ["1000000,00", 1_000_000],
  ["1.000.000", 1_000_000],
  ["1,5,0", 150],
  ["10,5", 10_500],
  ["10.5", 10_500],
  ["10,55", 10_550],
  ["TSh 2.5/=", 2_500],
  ["10,0", 10_000],
  ["10000,0", 10_000],
  ["10000,5", 10_000],
  ["10000.50", 10_000],
  ["1,234.50", 1_234],
  ["1.234.567,5", 1_234_567],
  ["1,0000", 10_000],
  ["1.234.567,00", 1_234_567],
  ["١٠.٠٠٠", 10_000],
] as const)("%s most likely means %s shillings", (text, amount) => {
  expect(readTypedAmount(text, "TZS")).toBeNull();
  expect(likelyAmount(text, "TZS")).toEqual(tzs(amount));
});

test.each([
  ["12,50", 1_250],
  ["1.500", 150_000],
  ["1.234,50", 123_450],
  ["12,5 USD", 1_250],
] as const)("%s most likely means %s cents", (text, cents) =>
  expect(likelyAmount(text, "USD")).toEqual(usd(cents)),
);

test.each(["0,5", "0.99", ".5", "10,000", "10000", "ten", "", "9".repeat(70)])(
  "%j has no likely meaning to ask about",
  (text) => expect(likelyAmount(text, "TZS")).toBeNull(),
);
