import { expect, test } from "vitest";
import { isPoint, parts, pointNames, points, stateOf, type Part } from "./points.ts";

const confirmation = { fingerprint: "one", checkedBy: "Asha", by: "juma", at: new Date(0) };

test("a confirmation holds until its content changes", () => {
  expect(stateOf(null, "one")).toEqual({ kind: "open" });
  expect(stateOf(confirmation, "one")).toEqual({ kind: "confirmed", ...confirmation });
  expect(stateOf(confirmation, "two")).toEqual({ kind: "changed", ...confirmation });
  expect(stateOf(confirmation, null)).toEqual({ kind: "missing" });
});

test("each part of the content belongs to exactly one point", () => {
  const covered = pointNames.flatMap((name): readonly Part[] => points[name].parts);
  expect(covered.toSorted()).toEqual([...parts].toSorted());
});

test("a name outside the list is no point", () => {
  expect(isPoint("terms")).toBe(true);
  expect(isPoint("toString")).toBe(false);
});
