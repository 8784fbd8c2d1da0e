import { expect, test } from "vitest";
import { meaningsOf } from "./search.ts";
import { tzs, usd } from "#domain/money/money.ts";

const kinds = (text: string) => meaningsOf(text).map(({ kind }) => kind);

test.each(["0712 345 678", "+255 712-345-678", "255712345678", "712345678", "00 255 712 345 678"])(
  "%s is a phone number",
  (text) => expect(meaningsOf(text)).toContainEqual({ kind: "phone", phone: "255712345678" }),
);

test("a name matches by its words' beginnings, an email by its own", () => {
  expect(meaningsOf("  Asha   Juma ")).toEqual([{ kind: "name", words: ["Asha", "Juma"] }]);
  expect(meaningsOf("Ali O'Brien")).toEqual([{ kind: "name", words: ["Ali", "O", "Brien"] }]);
  expect(meaningsOf("ASHA@example.org")).toEqual([{ kind: "email", beginning: "asha@example.org" }]);
});

test("anonymous donors are found by the list's word in either language", () => {
  for (const text of ["Anonymous", " anonymous ", "Bila kutajwa jina", "bila jina"])
    expect(kinds(text), text).toEqual(["anonymous", "name"]);
});

test("a search with digits can mean several things", () => {
  expect(meaningsOf("10000")).toEqual([
    { kind: "reference", reference: "10000" },
    { kind: "receipt", number: 10000n },
    { kind: "amount", amount: tzs(10_000) },
  ]);
  expect(meaningsOf("TSh 50,000/=")).toContainEqual({ kind: "amount", amount: tzs(50_000) });
  expect(meaningsOf("$ 12.50")).toContainEqual({ kind: "amount", amount: usd(1_250) });
  expect(meaningsOf("US$250.50")).toContainEqual({ kind: "amount", amount: usd(25_050) });
  expect(meaningsOf("1,250.50")).toContainEqual({ kind: "amount", amount: usd(125_050) });
  // Bank statements write shillings with cents, which are always zero.
  for (const text of ["50,000.00", "TSh 50,000.00"])
    expect(meaningsOf(text), text).toContainEqual({ kind: "amount", amount: tzs(50_000) });
  expect(meaningsOf("#41")).toEqual([
    { kind: "reference", reference: "#41" },
    { kind: "receipt", number: 41n },
  ]);
  expect(kinds("girls-dormitories_1795259100000")).toEqual(["reference"]);
  expect(kinds("DIK1X2R6BW")).toEqual(["reference"]);
});

test("a name can contain digits, and a bank's reference spaces", () => {
  expect(meaningsOf("Alumni of 2009")).toEqual([
    { kind: "reference", reference: "Alumni of 2009" },
    { kind: "name", words: ["Alumni", "of", "2009"] },
  ]);
  expect(meaningsOf("SLIP 77")).toEqual([
    { kind: "reference", reference: "SLIP 77" },
    { kind: "name", words: ["SLIP", "77"] },
  ]);
  expect(kinds("2009")).toEqual(["reference", "receipt", "amount", "name"]);
  for (const text of ["0712 345 678", "TSh 50,000", "DIK1X2R6BW", "12 000"])
    expect(kinds(text), text).not.toContain("name");
});

test("a meaningless search does not return every donation", () => {
  for (const text of ["", "   ", "%", "'; --", "\u0000", "🙂", "😀 & | !"])
    expect(meaningsOf(text), text).toEqual([]);
  expect(kinds("1".repeat(200))).toEqual([]);
});
