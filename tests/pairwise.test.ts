import fc from "fast-check";
import { expect, test } from "vitest";
import { everyRow, pairwise } from "./support/pairwise.ts";

const columns = fc.array(fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 4 }), {
  minLength: 2,
  maxLength: 4,
});

test("every two values meet, in no more rows than there are", () => {
  fc.assert(
    fc.property(columns, (drawn) => {
      const rows = pairwise(drawn);
      expect(rows.length).toBeLessThanOrEqual(everyRow(drawn).length);
      for (const [one, first] of drawn.entries())
        for (const [other, second] of drawn.entries())
          if (one < other)
            for (const left of first)
              for (const right of second)
                expect(rows.some((row) => row[one] === left && row[other] === right)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test("pairs are far fewer than the whole matrix", () => {
  const matrix = [
    ["a", "b", "c", "d", "e", "f"],
    ["light", "dark"],
    ["en", "sw"],
    ["320", "1280"],
  ];
  expect(everyRow(matrix)).toHaveLength(48);
  expect(pairwise(matrix).length).toBeLessThanOrEqual(14);
});
