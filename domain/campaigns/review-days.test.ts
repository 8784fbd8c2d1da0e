import { expect, test } from "vitest";
import { answerDay, isOfficeDay } from "./review-days.ts";

const at = (moment: string) => answerDay(new Date(moment));

test.each([
  ["a Tuesday", "2026-11-24T09:00:00+03:00", "2026-11-26"],
  ["a Friday: Saturday counts, Sunday does not", "2026-11-27T09:00:00+03:00", "2026-11-30"],
  ["a Saturday", "2026-11-28T12:00:00+03:00", "2026-12-01"],
  ["before Independence Day", "2026-12-08T09:00:00+03:00", "2026-12-11"],
  ["Christmas Eve, a Thursday", "2026-12-24T09:00:00+03:00", "2026-12-29"],
])("the answer to %s is due after two office days", (_, submitted, due) => {
  expect(at(submitted)).toBe(due);
});

test("the day of Tanzania counts, not the day of the server", () => {
  expect(at("2026-11-23T22:00:00Z")).toBe("2026-11-26");
  expect(isOfficeDay("2026-11-29")).toBe(false);
});
