import fc from "fast-check";
import { expect, test } from "vitest";
import { readTarget } from "./read-target.ts";

test.each([
  "/",
  "/campaigns",
  "/campaigns/",
  "/sw/campaigns/zakat?payment=success",
  "/campaigns?q=%E2%82%AC&category=zakat",
  "/auth?next=%2Fdashboard%3Fa%3D1",
  "/campaigns/a.b/..c/...",
  "/x?page=/a//b/../c",
  "/campaigns.data?_routes=a%2Cb",
  "/donations/%C3%A9",
])("%s is accepted unchanged", (raw) => expect(readTarget(raw)?.address).toBe(raw));

test.each([
  ["", "nothing"],
  ["*", "an asterisk"],
  ["campaigns", "no slash"],
  ["http://fund.example/", "absolute form"],
  ["//evil.example/", "two slashes"],
  ["/sw//evil.example", "two slashes later"],
  ["/campaigns//", "two slashes at the end"],
  ["/a/../b", "a parent"],
  ["/a/..", "a parent at the end"],
  ["/./a", "a dot"],
  ["/a/.?x=1", "a dot before the query"],
  ["/a/%2e%2e/b", "an encoded parent"],
  ["/a/.%2E", "a half encoded parent"],
  ["/a%2fb", "an encoded slash"],
  ["/a%5Cb", "an encoded backslash"],
  ["/a\\b", "a backslash"],
  ["/a%00", "a zero byte"],
  ["/%61bout", "an encoded letter"],
  ["/a#b", "a fragment"],
  ["/a?b#c", "a fragment after the query"],
  ["/a?b\\c", "a backslash in the query"],
  ["/a b", "a space"],
  ["/a?b c", "a space in the query"],
  ["/a?<script>", "a tag in the query"],
  ["/é", "a letter beyond ASCII"],
  ["/a\tb", "a tab"],
  ["/a?b\nc", "a line break"],
])("%j is refused: %s", (raw) => expect(readTarget(raw)).toBeNull());

test.each([
  ["/%ff", "/404"],
  ["/campaigns/%E0%A4?q=1", "/404?q=1"],
  ["/sw/%zz", "/sw/404"],
  ["/100%", "/404"],
])("%s leads to %s", (raw, address) => expect(readTarget(raw)?.address).toBe(address));

test("a lone question mark and an apostrophe are normalised", () => {
  expect(readTarget("/about?")?.address).toBe("/about");
  expect(readTarget("/about?q='")?.address).toBe("/about?q=%27");
});

test("a URL parser reads every accepted target as the same address", () => {
  const piece = fc.oneof(
    fc.constantFrom("/", "//", "..", ".", "\\", "%2e", "%2F", "%5c", "%00", "%", "#", "?", "'", "@", ":"),
    fc.constantFrom("http:", "%41", "%ff", "%C3%A9", "é", " ", "\t", "\n", ";", "[", "|", "^", "`", "{", '"'),
    fc.string({ maxLength: 3 }),
  );
  const raw = fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join("")}`);
  let accepted = 0;
  fc.assert(
    fc.property(raw, (text) => {
      const target = readTarget(text);
      if (target === null) return;
      accepted += 1;
      const url = new URL(`https://fund.example${target.address}`);
      expect([url.origin, url.pathname, url.search]).toEqual([
        "https://fund.example",
        target.path,
        target.query,
      ]);
      expect(url.hash).toBe("");
      expect(decodeURIComponent(target.path)).not.toMatch(/\\|\0|\/\/|\/\.{1,2}(?:\/|$)/);
    }),
    { numRuns: 20_000 },
  );
  expect(accepted).toBeGreaterThan(1_000);
});
