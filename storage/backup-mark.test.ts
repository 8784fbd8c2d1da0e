import { expect, test } from "vitest";
import { backupMark } from "./backup-mark.ts";

const site = { installation: "a", cluster: "7712505013195903158", recipient: "age1site" };

test.each([
  ["another installation", { installation: "b" }],
  ["a copy in another cluster", { cluster: "7712505013195903159" }],
  ["another key", { recipient: "age1other" }],
])("%s has another mark", (_, changed) => {
  expect(backupMark({ ...site, ...changed })).not.toBe(backupMark(site));
});

test("a mark fits into a backup's name, also without a site or a cluster", () => {
  for (const each of [site, { ...site, installation: null, cluster: null }])
    expect(backupMark(each)).toMatch(/^[0-9a-f]{8}$/);
});
