import { expect, test } from "vitest";
import { onDatabase } from "#tests/support/database/open.ts";
import { publishChange } from "#database/changes.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();

const paths = [
  ...["/", "/campaigns", "/campaigns?sort=ending", "/campaigns/zakat", "/campaigns/conference-center"],
  ...["/campaigns/zakat?amount=50000", "/campaigns/zakat/poster"],
  ...["/infrastructure", "/about", "/privacy", "/terms", "/zakat", "/zakat/learn-more", "/nothing-here"],
  ...["/?cash=5000000", "/auth"],
];

/** A page with an unknown query is never cached. */
const uncached = (path: string, at: number) => `${path}${path.includes("?") ? "&" : "?"}unknown=${at}`;

test("a page made of earlier parts equals the page rendered whole", async () => {
  for (const prefix of ["", "/sw"])
    for (const each of paths) {
      const path = prefix + each;
      // New settings begin without parts.
      await publishChange(site.databaseUrl, () =>
        onDatabase(site.databaseUrl, "select pg_notify('amana_changes', 'content')"),
      );
      const whole = withoutAddress(await site.get(uncached(path, 1)));
      expect(whole, path).toContain("</footer>");
      expect(whole, path).not.toContain("data-part");
      expect(withoutAddress(await site.get(uncached(path, 2))), path).toBe(whole);
    }
});

test("typed values of one visitor are not shown to the next", async () => {
  await site.get("/?cash=123456789");
  expect((await site.get("/")).text).not.toContain("123456789");
  await site.get("/campaigns/zakat?amount=87654");
  expect((await site.get("/campaigns/zakat")).text).not.toContain("87654");
});

const withoutAddress = ({ text }: { text: string }) => text.replaceAll(/unknown=\d/g, "");
