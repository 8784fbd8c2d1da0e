import { expect, test } from "vitest";
import { backupMark } from "./backup-mark.ts";

const site = {
  installation: "a",
  cluster: "7712505013195903158",
  folder: "2163125 1795714426495",
  recipient: "age1site",
};

test.each([
  ["another installation", { installation: "b" }],
  ["a copy in another cluster", { cluster: "7712505013195903159" }],
  ["a copied folder with the same cluster", { folder: "2163126 1795714426495" }],
  ["another key", { recipient: "age1other" }],
])("%s has another mark", (_, changed) => {
  expect(backupMark({ ...site, ...changed })).not.toBe(backupMark(site));
});

test("a mark fits into a backup's name, also without a site or a cluster", () => {
  for (const each of [site, { ...site, installation: null, cluster: null, folder: null }])
    expect(backupMark(each)).toMatch(/^[0-9a-f]{8}$/);
});
