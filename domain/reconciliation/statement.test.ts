import { expect, test } from "vitest";
import { asListed, coveredDays, datesOfFile, dayWritten } from "./statement.ts";

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
])("%j is not a day", (text) => expect(dayWritten(text)).toBeNull());

test("1/15/2026 is a day with the month first", () => {
  expect(dayWritten("1/15/2026 3:00 PM", "month-first")).toBe("2026-01-15");
  expect(dayWritten("15/1/2026", "month-first")).toBeNull();
  expect(dayWritten("2026-01-05", "month-first")).toBe("2026-01-05");
});

test.each([
  [["2026-01-05", "2026-02-03 10:00"], { kind: "one-order", order: "day-first" }],
  [["05/05/2026", null], { kind: "one-order", order: "day-first" }],
  [["03/04/2026", "15/04/2026"], { kind: "one-order", order: "day-first" }],
  [["03/04/2026", "04/15/2026"], { kind: "one-order", order: "month-first" }],
  [["03/12/2026"], { kind: "one-order", order: "month-first" }],
  [["03/04/2026 12:30", "2026-01-05"], { kind: "ask", example: "03/04/2026" }],
  [["13/04/2026", "04/15/2026"], { kind: "ask", example: "13/04/2026" }],
  [["soon"], { kind: "one-order", order: "day-first" }],
] as const)("the order of %j is found, or asked for", (dates, expected) => {
  expect(
    datesOfFile(
      dates.map((date) => ({ date })),
      "2026-05-20",
    ),
  ).toEqual(expected);
});

test("a row with an unreadable date is reported as unreadable", () => {
  const row = {
    ...{ line: 4, reference: "R", providerReference: "T", outcome: "paid" as const, providerWord: "success" },
    amount: 1n,
  };
  const read = asListed(
    [
      { ...row, date: "31/02/2026" },
      { ...row, date: null },
    ],
    "day-first",
  );
  expect(read.notUnderstood).toEqual([{ line: 4, why: "the date cannot be read", references: ["R", "T"] }]);
  expect(read.lines).toEqual([{ ...row, day: null }]);
});

test("a file covers all its days before today", () => {
  const line = (day: string | null) => ({
    ...{
      line: 2,
      reference: "R",
      providerReference: null,
      outcome: "paid" as const,
      amount: 1n,
      providerWord: null,
    },
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
