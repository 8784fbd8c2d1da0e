import { expect, test } from "vitest";
import { likestFirst, mayTakeInstead, ofDifferentCategories } from "./different-categories.ts";

const hall = { id: "hall", category: "infrastructure" } as const;
const beds = { id: "beds", category: "infrastructure" } as const;
const fees = { id: "fees", category: "scholarship" } as const;

test("one campaign of each category comes before a second one", () => {
  expect(ofDifferentCategories([hall, beds, fees], 2)).toEqual([hall, fees]);
  expect(ofDifferentCategories([hall, beds, fees], 3)).toEqual([hall, fees, beds]);
});

test("the likest campaign comes first, and the others keep their order", () => {
  const zakat = { category: "zakat", isZakatEligible: true } as const;
  const [lodge, bursary, land, money] = [
    { category: "infrastructure", isZakatEligible: false },
    { category: "scholarship", isZakatEligible: true },
    { category: "registered-waqfu", isZakatEligible: false },
    { category: "zakat", isZakatEligible: true },
  ] as const;
  const waqfu = { category: "registered-waqfu", isZakatEligible: false } as const;
  expect(likestFirst([lodge, bursary, land, money], waqfu)).toEqual([land, lodge, bursary, money]);
  expect(likestFirst([lodge, bursary, land, money], zakat)).toEqual([money, bursary, lodge, land]);
});

test("Zakat and waqf are led to campaigns with their rules only", () => {
  const zakat = { category: "zakat", isZakatEligible: true } as const;
  const waqfu = { category: "registered-waqfu", isZakatEligible: false } as const;
  const bursary = { category: "scholarship", isZakatEligible: true } as const;
  const lodge = { category: "infrastructure", isZakatEligible: false } as const;
  const all = [zakat, waqfu, bursary, lodge];
  expect(all.filter((each) => mayTakeInstead(each, zakat))).toEqual([zakat, bursary]);
  expect(all.filter((each) => mayTakeInstead(each, waqfu))).toEqual([waqfu]);
  expect(all.filter((each) => mayTakeInstead(each, lodge))).toEqual(all);
});
