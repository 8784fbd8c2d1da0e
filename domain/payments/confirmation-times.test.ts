import { expect, test } from "vitest";
import { percentileOf } from "./confirmation-times.ts";

test("half of the payments of all days were confirmed within the median", () => {
  expect(percentileOf([{ "10": 2 }, { "20": 1, "300": 2 }], 0.5)).toBe(20);
  expect(percentileOf([{ "10": 1, "20": 1 }], 0.5)).toBe(15);
});

test("times are ordered as numbers", () => {
  expect(percentileOf([{ "9": 1, "100": 1, "-1": 1 }], 1)).toBe(100);
  expect(percentileOf([{ "9": 1, "100": 1, "-1": 1 }], 0)).toBe(-1);
});

test("without payments there is no time", () => {
  expect(percentileOf([], 0.5)).toBeNull();
  expect(percentileOf([{}], 0.9)).toBeNull();
});
