import fc from "fast-check";
import { expect, test } from "vitest";
import { readImport } from "./import.ts";

const head = "Transaction ID,External Id,Amount,Status,Date";
const read = (...rows: string[]) => readImport(Buffer.from([head, ...rows].join("\n")));

test("payments are listed once, with their day", () => {
  const row = "5aae,REF-1,60000,success,15/01/2026 12:30";
  expect(read(row, row, "b1ff,,1000,failed,")).toEqual({
    kind: "lines",
    leftOut: [],
    lines: [
      {
        line: 2,
        reference: "REF-1",
        providerReference: "5aae",
        outcome: "paid",
        amount: 60_000n,
        day: "2026-01-15",
      },
      { line: 4, reference: null, providerReference: "b1ff", outcome: "declined", amount: 1_000n, day: null },
    ],
  });
});

test.each([
  ["5aae,REF-1,1.5,success,", "the amount cannot be read"],
  [",,1000,success,", "neither reference is given"],
  [`${"a".repeat(101)},,1000,success,`, "a reference is too long"],
  ["a\0b,,1000,success,", "a reference has characters that no reference has"],
  ["a b,,1000,success,", "a reference has characters that no reference has"],
  ["5aae,,1000,success,31/02/2026", "the date cannot be read"],
])("%j is named by its line", (row, why) => {
  expect(read("ok,REF,1000,success,2026-01-15", row)).toMatchObject({
    lines: [{ line: 2 }],
    leftOut: [{ line: 3, why }],
  });
});

test("a file that contradicts itself is refused, and so is what is no statement", () => {
  expect(read("5aae,,1000,success,", "5aae,,2000,success,")).toEqual({
    kind: "refused",
    problems: [{ line: 3, why: "it says something else than line 2 of the same payment" }],
  });
  expect(read()).toMatchObject({ kind: "refused" });
  expect(readImport(Buffer.from("name,town\nAsha,Dodoma"))).toMatchObject({ kind: "refused" });
  expect(readImport(Buffer.from([0xff, 0xfe, 0x41, 0x00]))).toMatchObject({ kind: "refused" });
});

test("no bytes make it throw", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => void readImport(bytes)));
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => void readImport(Buffer.from(`${head}\n${text}`))),
  );
});
