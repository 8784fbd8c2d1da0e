import { expect, test } from "vitest";
import { coveredDays, dayWritten } from "./statement.ts";

test.each([
  ["2026-01-15 12:30:46", "2026-01-15"],
  ["2026-01-15", "2026-01-15"],
  ["15/01/2026, 12:32", "2026-01-15"],
  ["5.1.2026 08:00", "2026-01-05"],
  ["2026-01-15T22:30:00Z", "2026-01-16"],
  ["2026-01-15T22:30:00+03:00", "2026-01-15"],
])("%s is %s", (text, day) => expect(dayWritten(text)).toBe(day));

test.each([
  "",
  "yesterday",
  "2026-02-30",
  "31/02/2026",
  "13/13/2026",
  "0026-01-01",
  "2026-1-5",
  "1/2/20266",
  "2026-01-155",
  "9999-99-99T00:00:00Z",
])("%j is no day", (text) => expect(dayWritten(text)).toBeNull());

test("a file tells in whole of its days before today", () => {
  const line = (day: string | null) => ({
    ...{ line: 2, reference: "R", providerReference: null, outcome: "paid" as const, amount: 1n },
    day,
  });
  expect(
    coveredDays([line("2026-01-03"), line(null), line("2026-01-01"), line("2026-01-04")], "2026-01-04"),
  ).toEqual({
    from: "2026-01-01",
    to: "2026-01-03",
  });
  expect(coveredDays([line(null), line("2026-01-04")], "2026-01-04")).toBeNull();
});
