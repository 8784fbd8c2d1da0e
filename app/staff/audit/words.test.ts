import { expect, test } from "vitest";
import { actionWords, changesBetween } from "./words.ts";

test("only what differs is told, field by field", () => {
  expect(changesBetween({ role: "staff", name: "Asha" }, { role: "admin", name: "Asha" })).toEqual([
    { field: "role", before: "staff", after: "admin" },
  ]);
  expect(changesBetween(null, { required: true, list: [1] })).toEqual([
    { field: "required", before: null, after: "true" },
    { field: "list", before: null, after: "[1]" },
  ]);
  expect(changesBetween(null, null)).toEqual([]);
  expect(changesBetween("a", "b")).toEqual([{ field: "", before: "a", after: "b" }]);
});

test("an action without words of its own is still told", () => {
  expect(actionWords("case-closed")).toBe("case closed");
});
