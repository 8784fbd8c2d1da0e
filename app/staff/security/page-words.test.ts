import { expect, test } from "vitest";
import { routePaths } from "#tests/support/server/route-paths.ts";
import { pageWords } from "./page-words.ts";

test.each([
  ["/admin/people/:id", "A person’s account"],
  ["/admin/hero", "Hero Section"],
  ["/campaigns/:id/donate", "Donation form of a campaign"],
  ["/sw/auth", "Sign in (Kiswahili)"],
  ["/sw", "Home (Kiswahili)"],
  ["/api/callbacks/azampay/:secret", "Callback of a provider"],
  ["(unknown path)", "Another address"],
])("%s is %s", (path, words) => {
  expect(pageWords(path)).toBe(words);
});

/** Files for programs, and the pages of nothing. */
const unnamed =
  /^\/(?:sw\/)?\*$|^\/(?:sitemap\.xml|robots\.txt|\.well-known\/security\.txt|healthz|readyz|metrics)$/;

test("every page of the site has a name without its address", async () => {
  const paths = (await routePaths()).filter((path) => !unnamed.test(path));
  expect(paths.length).toBeGreaterThan(140);
  expect(paths.filter((path) => /another address|[/*]|:\w/i.test(pageWords(path)))).toEqual([]);
});
