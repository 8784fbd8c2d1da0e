import { expect, test } from "vitest";
import { onDatabase } from "#tests/support/database/open.ts";
import { complete, pendingDonation } from "#tests/support/database/records.ts";
import { publishChange } from "#database/changes.ts";
import { expectNoText } from "#tests/support/content/expect-text.ts";
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

const withFigures = {
  "girls-dormitories": [
    ...["", "/campaigns", "/campaigns/girls-dormitories", "/infrastructure"],
    ...[
      "/infrastructure/dormitories",
      "/campaigns/girls-dormitories/donate",
      "/campaigns?category=infrastructure",
    ],
  ],
  // A completed campaign shows open ones of other categories.
  "student-scholarship": ["/campaigns/fun-run-2025"],
};

for (const [campaign, itsPaths] of Object.entries(withFigures))
  test(`a donation renders only the figures of pages, and they equal pages rendered whole: ${campaign}`, async () => {
    const paths = ["", "/sw"].flatMap((prefix) => itsPaths.map((path) => prefix + path || "/"));
    await everythingChanged();
    const before = await readAll(paths);
    const words = "Words without notice";
    const earlier = await describeWithoutNotice(campaign, words);
    await complete(site.db, await pendingDonation(site.db, { to: campaign, amount: 5_750_000n }));

    const after = new Map<string, string>();
    for (const path of paths) {
      await expect.poll(() => readPage(path), { message: path }).not.toBe(before.get(path));
      after.set(path, await readPage(path));
      expectNoText(after.get(path) ?? words, words);
    }
    await describeWithoutNotice(campaign, earlier);
    await everythingChanged();
    for (const [path, whole] of await readAll(paths))
      expect(firstDifference(after.get(path) ?? "", whole), path).toBeNull();
  });

/** Its version follows the progress, and old versions lead to the newest picture. */
const withoutShareVersion = (text: string) => text.replaceAll(/share\.jpg\?v=[\w-]+/g, "share.jpg");

const readPage = async (path: string) => withoutShareVersion((await site.get(path)).text);

async function readAll(paths: string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of paths) texts.set(path, await readPage(path));
  return texts;
}

const everythingChanged = () =>
  publishChange(site.databaseUrl, () =>
    onDatabase(site.databaseUrl, "select pg_notify('amana_changes', 'everything')"),
  );

/** Returns the words before. A page that is rendered whole shows the new words. */
async function describeWithoutNotice(id: string, description: string): Promise<string> {
  const before = await site.db
    .selectFrom("campaigns")
    .select("description")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await onDatabase(
    site.databaseUrl,
    `alter table campaigns disable trigger user;
     update campaigns set description = '${description}' where id = '${id}';
     alter table campaigns enable trigger user`,
  );
  return before.description;
}

function firstDifference(one: string, other: string): string | null {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return at === -1 && one.length === other.length
    ? null
    : `${one.slice(at, at + 80)} | ${other.slice(at, at + 80)}`;
}
