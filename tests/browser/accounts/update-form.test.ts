import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { makePerson } from "#tests/support/accounts/people.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { openClearedPage } from "#tests/support/browser/open.ts";
import { awake, staffPages } from "#tests/support/browser/staff-pages.ts";
import { campaign } from "#tests/support/database/records.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const { become } = staffPages(site);

beforeAll(async () => {
  await makePerson(site.databaseUrl, "rashid", "staff");
  const { id: owner_id } = await makePerson(site.databaseUrl, "neema", "organizer");
  await campaign(site.db, { id: "well", title: "A well", owner_id });
});

const pages = [
  {
    who: "neema",
    path: "/organizer/campaigns/well/updates",
    buttonsWork: async (page: Page) => {
      await page.locator("[data-island=marks][data-awake]").first().waitFor();
    },
  },
  { who: "rashid", path: "/admin/campaigns/well/updates", buttonsWork: awake },
];

async function open(who: string, path: string, javaScript: boolean): Promise<Page> {
  const page = await openClearedPage(site.url, "about:blank", {
    ...{ width: 360, javaScript },
    // Chromium reports the preloads of a page whose scripts are off.
    ...(!javaScript && { expected: /\/assets\/\S+\.js failed: csp/ }),
  });
  await become(page, who);
  await page.goto(`${site.url}${path}`);
  return page;
}

const groupOf = (page: Page, field: string) =>
  page.getByRole("group", { name: `${field}: look of the text`, exact: true });

async function expectMarks(page: Page, field: string): Promise<void> {
  const area = page.getByLabel(field, { exact: true });
  const press = (name: string) => groupOf(page, field).getByRole("button", { name, exact: true }).click();
  await area.fill("The beds");
  await area.selectText();
  await press("Bold");
  expect(await area.inputValue()).toBe("**The beds**");
  expect(await area.evaluate((element) => element === document.activeElement)).toBe(true);
  await press("Italic");
  await press("List");
  expect(await area.inputValue()).toBe("- ***The beds***");
}

for (const { who, path, buttonsWork } of pages)
  test(`a button writes the marks of an update once: ${path}`, async () => {
    const page = await open(who, path, true);
    await buttonsWork(page);
    await expectMarks(page, "Update");
    await page.getByText("In Kiswahili (optional)").click();
    await expectMarks(page, "Update in Kiswahili");
    const help = page.getByText("Write **bold**").first();
    expect(await help.isVisible(), "raw marks are folded").toBe(false);
    await page.getByText("Formatting by typing").first().click();
    expect(await help.isVisible()).toBe(true);
    await expectAccessible(page, path);
  });

for (const { who, path } of pages)
  test(`without script, an update has only the folded help: ${path}`, async () => {
    const page = await open(who, path, false);
    expect(await page.getByRole("button", { name: "Bold" }).count()).toBe(0);
    await page.getByText("Formatting by typing").first().click();
    await page.getByText("Write **bold**").first().waitFor();
  });
