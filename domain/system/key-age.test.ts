import { expect, test } from "vitest";
import { keysToUse, oldKeysIn, type RetiredKey } from "./key-age.ts";

const expiresAt = new Date("2026-12-26T09:00:00Z");
const old: RetiredKey = { id: "old", expiresAt, hasExpired: false };

test("a key that was not replaced encrypts, wherever it is in the list", () => {
  expect(keysToUse(["new", "old"], [old])).toEqual(["new", "old"]);
  expect(keysToUse(["old", "new"], [old])).toEqual(["new", "old"]);
  expect(keysToUse(["old", "next"], [])).toEqual(["old", "next"]);
});

test("an expired key is not used", () => {
  expect(keysToUse(["new", "old"], [{ ...old, hasExpired: true }])).toEqual(["new"]);
});

test("only configured keys are to be removed", () => {
  expect(oldKeysIn(["new", "old"], [old])).toEqual([old]);
  expect(oldKeysIn(["new"], [old])).toEqual([]);
});
