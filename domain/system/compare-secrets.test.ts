import { expect, test } from "vitest";
import { isSameSecret } from "./compare-secrets.server.ts";

test.each([
  ["another end", "secret", "secreT"],
  ["a part of it", "secret", "secre"],
  ["more text", "secret", "secrets"],
  ["nothing", "secret", ""],
  ["another letter case", "ÅSA", "åsa"],
])("a secret differs from %s", (_, ours, theirs) => {
  expect(isSameSecret(ours, theirs)).toBe(false);
  expect(isSameSecret(ours, ours)).toBe(true);
});
