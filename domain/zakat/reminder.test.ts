import { expect, test } from "vitest";
import { reminderFile } from "./reminder.ts";

const file = reminderFile({
  day: "2027-12-31",
  madeAt: new Date("2026-11-21T09:08:07.654Z"),
  title: "Zakat; yours, today",
  text: "Siku ya zaka: kokotoa upya mali yako, madeni yako na nisabu ya siku hiyo — kisha utoe.\nتقبل الله",
});

test("the reminder is for one whole day", () => {
  expect(file).toContain("\r\nDTSTART;VALUE=DATE:20271231\r\nDTEND;VALUE=DATE:20280101\r\n");
});

test("the file has its creation time", () => {
  expect(file).toContain("\r\nDTSTAMP:20261121T090807Z\r\n");
});

test("special characters of the format are escaped", () => {
  expect(file).toContain("\r\nSUMMARY:Zakat\\; yours\\, today\r\n");
});

test("lines have at most 75 bytes, and unfolding restores the text", () => {
  const lines = file.split("\r\n");
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(file.replaceAll("\r\n ", "")).toContain("nisabu ya siku hiyo — kisha utoe.\\nتقبل الله\r\n");
  expect(lines.at(0)).toBe("BEGIN:VCALENDAR");
  expect(lines.slice(-2)).toEqual(["END:VCALENDAR", ""]);
});

test("every block that begins also ends, in order", () => {
  const open: string[] = [];
  for (const line of file.split("\r\n")) {
    const [verb, what = ""] = line.split(":");
    if (verb === "BEGIN") open.push(what);
    if (verb === "END") expect(open.pop()).toBe(what);
  }
  expect(open).toEqual([]);
});
