import { expect, test } from "vitest";
import { tzs, usd } from "./money.ts";
import { isBeyondAllMoney, readTypedGift } from "./typed-gift.ts";

test.each(["10,000", "10 000", "10000/=", "TSh 10000", "١٠٬٠٠٠"])("%s is 10,000 shillings", (text) =>
  expect(readTypedGift(text, "TZS")).toEqual(tzs(10_000)),
);

test.each(["", "0", "-5000", "ten", "1e9", "<b>"])("%j is no gift", (text) => {
  expect(readTypedGift(text, "TZS")).toBeNull();
  expect(readTypedGift(text, "USD")).toBeNull();
});

test.each([
  ["12.5", 1_250],
  ["$1,000", 100_000],
  ["25 USD", 2_500],
  ["١٢", 1_200],
] as const)("%s is %s cents", (text, cents) => expect(readTypedGift(text, "USD")).toEqual(usd(cents)));

test("twenty nines are too much rather than no amount", () => {
  const nines = "9".repeat(20);
  for (const text of [nines, `TSh ${nines}/=`, "99,999,999,999,999,999,999", `$${nines}.50`, "9".repeat(70)])
    expect(isBeyondAllMoney(text), text).toBe(true);
  for (const text of ["", "0".repeat(20), `-${nines}`, "1e9", "elfu", "0712345678 0712345678x1"])
    expect(isBeyondAllMoney(text), text).toBe(false);
});
