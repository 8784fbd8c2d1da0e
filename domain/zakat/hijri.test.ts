import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, type Day } from "#domain/system/calendar.ts";
import {
  formatHijri,
  hijriNames,
  hijriOf,
  lastLunarYearEnd,
  lunarYearsAfter,
  nextLunarYearEnd,
  readDay,
} from "./hijri.ts";

const days = fc.integer({ min: 0, max: 90_000 }).map((days) => addDays("1900-04-30", days));

test.each([
  ["2025-03-01", 1446, 9, 1],
  ["2025-06-26", 1447, 1, 1],
  ["2026-11-21", 1448, 6, 11],
  ["1900-04-30", 1318, 1, 1],
])("%s is %d-%d-%d", (day, year, month, ofMonth) => {
  expect(hijriOf(day)).toEqual({ year, month, day: ofMonth });
});

test("a Hijri day is written with our own names of the months", () => {
  expect(formatHijri(hijriOf("2025-03-01"), hijriNames.en)).toBe("1 Ramadan 1446 AH");
  expect(formatHijri(hijriOf("2025-03-01"), hijriNames.sw)).toBe("1 Ramadhani 1446 H");
  const names = Array.from({ length: 12 }, (_, at) =>
    formatHijri({ year: 1448, month: at + 1, day: 1 }, hijriNames.sw),
  );
  expect(new Set(names).size).toBe(12);
});

test.each([
  ["2025-03-01", "2026-02-18"],
  ["2026-11-21", "2027-11-10"],
  ["2025-06-26", "2026-06-16"],
])("a lunar year after %s is %s", (start, end) => {
  expect(lunarYearsAfter(start, 1)).toBe(end);
});

const aYear = Array.from({ length: 355 }, (_, day): [Day, number] => [addDays("2025-06-26", day), 1]);

test("the lunar year ends on the same day, or the 29th", () => {
  let shortened = 0;
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 3 }), (start, years) => {
      const from = hijriOf(start);
      const end = lunarYearsAfter(start, years);
      const to = hijriOf(end);
      expect([to.year, to.month]).toEqual([from.year + years, from.month]);
      if (to.day !== from.day) {
        shortened++;
        expect([from.day, to.day, hijriOf(addDays(end, 1)).day]).toEqual([30, 29, 1]);
      }
      expect([354, 355, 353].includes(between(start, lunarYearsAfter(start, 1)))).toBe(true);
    }),
    // Random days might never include a 30th.
    { numRuns: 400, examples: aYear },
  );
  expect(shortened).toBeGreaterThan(0);
});

test("a past lunar year is replaced by the current one", () => {
  expect(nextLunarYearEnd("2026-03-01", "2026-11-21")).toBe("2027-02-19");
  expect(nextLunarYearEnd("2020-04-24", "2026-11-21")).toBe("2027-02-08");
  expect(nextLunarYearEnd("2030-01-01", "2026-11-21")).toBe(lunarYearsAfter("2030-01-01", 1));
  expect(lastLunarYearEnd("2025-11-20", "2026-11-21")).toBe(lunarYearsAfter("2025-11-20", 1));
  expect(lastLunarYearEnd("2026-03-01", "2026-11-21")).toBeNull();
});

test("the next end is at most one lunar year in the future", () => {
  fc.assert(
    fc.property(days, days, (one, other) => {
      const [start, today] = one < other ? [one, other] : [other, one];
      const end = nextLunarYearEnd(start, today);
      expect(end >= today && between(today, end) <= 355).toBe(true);
    }),
  );
});

test.each(["2026-02-28", "2028-02-29", "1900-04-30", "2150-12-31"])("%s is a day", (text) => {
  expect(readDay(text)).toBe(text);
});

test.each([
  "",
  "2026-02-29",
  "2026-13-01",
  "1899-12-31",
  "9999-01-01",
  "2026-1-1",
  "21/11/2026",
  "2026-11-21T10:00",
])("%j is not a valid start day", (text) => {
  expect(readDay(text)).toBeNull();
});

const between = (from: Day, to: Day) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
