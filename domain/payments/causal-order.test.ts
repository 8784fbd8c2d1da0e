import { expect, test } from "vitest";
import { inCausalOrder } from "./causal-order.ts";

type Entry = { at: Date; name: string; rank: number };
const entry = (milliseconds: number, name: string, rank: number): Entry => ({
  at: new Date(milliseconds),
  name,
  rank,
});
const namesOf = (...entries: Entry[]) => inCausalOrder(entries, ({ rank }) => rank).map(({ name }) => name);

test("within one moment a cause comes before its effects on any clock", () => {
  expect(
    namesOf(entry(5, "asked", 1), entry(7, "ended", 3), entry(9, "begun", 0), entry(12, "told", 2)),
  ).toEqual(["begun", "asked", "told", "ended"]);
});

test("distant events stay in time order, and equals keep their order", () => {
  expect(namesOf(entry(2_000, "asked", 1), entry(0, "ended", 3))).toEqual(["ended", "asked"]);
  expect(namesOf(entry(0, "first", 1), entry(0, "second", 1), entry(0, "third", 1))).toEqual([
    "first",
    "second",
    "third",
  ]);
});
