import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { proofBits, isSolved, puzzles, solveOn, type Solving } from "./proof-of-work.ts";
import { sha256Start } from "#domain/system/sha256.ts";

test("the hash is SHA-256 for every text that fits one block", () => {
  const text = fc.string({
    maxLength: 55,
    unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
  });
  fc.assert(
    fc.property(text, (written) => {
      expect(sha256Start(written)).toBe(createHash("sha256").update(written).digest().readUInt32BE());
    }),
  );
});

const solved = (name: string) => {
  const solving: Solving = { solved: [], tried: 0 };
  while (!solveOn(name, solving, 500));
  return solving.solved;
};

test("a puzzle solved in parts is accepted, for its own name only", () => {
  const numbers = solved("one-name");
  expect(isSolved("one-name", numbers)).toBe(true);
  expect(isSolved("another", numbers)).toBe(false);
});

test("fewer, more, other or unordered numbers are refused", () => {
  const numbers = solved("a-name");
  expect(isSolved("a-name", numbers.slice(1))).toBe(false);
  expect(isSolved("a-name", [...numbers, 1])).toBe(false);
  expect(isSolved("a-name", numbers.toReversed())).toBe(false);
  expect(
    isSolved(
      "a-name",
      numbers.map((number) => number + 1),
    ),
  ).toBe(false);
  expect(isSolved("a-name", [])).toBe(false);
});

test("every solver has work, at most twice the usual amount", () => {
  const tries = Array.from({ length: 4 }, (_, at) =>
    solved(`somebody-${at}`).reduce((sum, number) => sum + number + 1, 0),
  );
  const usual = puzzles * 2 ** proofBits;
  expect(Math.min(...tries)).toBeGreaterThan(usual / 4);
  expect(Math.max(...tries)).toBeLessThan(usual * 2);
});
