import { expect, test } from "vitest";
import {
  addDays,
  dayOf,
  daysLeft,
  formatDay,
  formatUntil,
  localMinute,
  momentAt,
  nextMidnight,
} from "./calendar.ts";

test.each([
  ["2026-11-20T20:59:59.999Z", "2026-11-20"],
  ["2026-11-20T21:00:00.000Z", "2026-11-21"],
  ["2025-12-31T21:00:00.000Z", "2026-01-01"],
])("at %s the fund's day is %s", (moment, day) => {
  expect(dayOf(new Date(moment))).toBe(day);
});

test.each([
  ["2026-02-28", 1, "2026-03-01"],
  ["2028-02-28", 1, "2028-02-29"],
  ["2026-01-01", -1, "2025-12-31"],
])("%s and %i days is %s", (day, days, other) => {
  expect(addDays(day, days)).toBe(other);
});

test("the last day counts as 0, and days left are never negative", () => {
  expect(daysLeft("2026-03-31", "2026-03-01")).toBe(30);
  expect(daysLeft("2026-03-31", "2026-03-31")).toBe(0);
  expect(daysLeft("2026-03-31", "2026-04-05")).toBe(0);
});

test.each([
  ["2026-11-20T20:59:59.999Z", "2026-11-20T21:00:00.000Z"],
  ["2026-11-20T21:00:00.000Z", "2026-11-21T21:00:00.000Z"],
])("after %s the fund's next day begins at %s", (moment, midnight) => {
  expect(nextMidnight(new Date(moment)).toISOString()).toBe(midnight);
});

test("a day is written in words in both languages", () => {
  expect(formatDay("2026-11-21", "en")).toBe("21 November 2026");
  expect(formatDay("2026-11-21", "sw")).toBe("21 Novemba 2026");
});

test("a date and time of the fund's zone is read and written, and no other text", () => {
  expect(momentAt("2026-11-21T18:05")?.toISOString()).toBe("2026-11-21T15:05:00.000Z");
  expect(momentAt("2026-11-22T01:00")?.toISOString()).toBe("2026-11-21T22:00:00.000Z");
  expect(localMinute(new Date("2026-11-21T22:00:59Z"))).toBe("2026-11-22T01:00");
  for (const text of [
    "",
    "2026-02-31T10:00",
    "2026-11-21T24:01",
    "2026-11-21T18:05Z",
    "2026-11-21",
    "tomorrow",
  ])
    expect(momentAt(text), text).toBeNull();
});

test("a deadline names its day unless that is today", () => {
  const end = new Date("2026-11-26T21:50:00Z");
  expect(formatUntil(end, new Date("2026-11-26T21:10:00Z"), "en")).toBe("00:50 EAT");
  expect(formatUntil(end, new Date("2026-11-26T20:50:00Z"), "en")).toBe("27 November 2026 at 00:50 EAT");
});
