import { expect, test } from "vitest";
import { makePerson } from "#tests/support/accounts/people.ts";
import { openPage } from "#tests/support/browser/open.ts";
import { textsOfCampaign, writeEverywhere } from "#tests/support/campaigns/texts-everywhere.ts";
import { hostileTexts } from "#tests/support/content/hostile-texts.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();

/** Each page takes a second. Without `--full`, a test without a browser reads the other texts as HTML. */
const pages = process.env["FULL_MATRIX"] === undefined ? 4 : Math.ceil(2_000 / textsOfCampaign);

test("hostile texts run nothing in a browser and load nothing", { timeout: 600_000 }, async () => {
  const people = {
    ownerId: (await makePerson(site.databaseUrl, "neema", "organizer")).id,
    staffId: (await makePerson(site.databaseUrl, "rashid", "staff")).id,
  };
  const texts = hostileTexts(pages * textsOfCampaign);
  for (let at = 0; at < texts.length; at += textsOfCampaign) {
    const id = await writeEverywhere(site.db, texts.slice(at, at + textsOfCampaign), people);
    const page = await openPage(site.url, `/campaigns/${id}`);
    await page.getByText("top.struck=1").first().waitFor();
    expect(await page.evaluate(() => Reflect.has(window, "struck"))).toBe(false);
    expect(new URL(page.url()).pathname).toBe(`/campaigns/${id}`);
  }
});
