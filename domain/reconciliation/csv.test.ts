import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";
import { tzs, usd } from "#domain/money/money.ts";

test("a line has texts, numbers and amounts that a spreadsheet can read", () => {
  expect(csvLine(["Asha Juma", 41n, tzs(50_000), usd(1_050), usd(-5), tzs(-3), null, ""])).toBe(
    "Asha Juma,41,50000,10.50,-0.05,-3,,\r\n",
  );
  expect(csvLine(['say "hi"', "a,b", "two\nlines"])).toBe('"say ""hi""","a,b","two\nlines"\r\n');
});

test.each([
  "=1+1",
  "+255",
  "-1",
  "@sum",
  "\tx",
  "\rx",
  "\nx",
  " =1+1",
  "＝1",
  "－1",
  "=cmd|'/c calc'!A0",
  '="a"',
])("%j is a text, not a formula", (text) =>
  expect(csvLine([text])).toBe(`"'${text.replaceAll('"', '""')}"\r\n`),
);
