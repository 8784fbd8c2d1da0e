import { expect, test } from "vitest";
import { openDesk } from "#tests/support/browser/desk.ts";
import { onDatabase } from "#tests/support/database/open.ts";

const { site, open, openAs, submitted } = await openDesk();

test("the menu folds on a narrow screen and opens without script", async () => {
  const page = await openAs("asha", "/dashboard", { width: 360, javaScript: false });
  const link = page.getByRole("link", { name: "Reconciliation" });
  expect(await link.isVisible()).toBe(false);
  await page.getByText("Menu", { exact: true }).click();
  await link.click();
  await page.waitForURL("**/admin/reconciliation");
});

test("the whole navigation of an admin fits a window that is 900px high", async () => {
  const page = await open("asha", "/admin/health", { width: 1280 });
  await page.setViewportSize({ width: 1280, height: 900 });
  const hidden = await page
    .getByRole("navigation", { name: "Staff area" })
    .evaluate((nav) => nav.scrollHeight - nav.clientHeight);
  expect(hidden).toBe(0);
});

test("the staff menu begins with the dashboard, and ends at the foot of a short page", async () => {
  const page = await openAs("asha", "/admin/payment-stops", { width: 1280 });
  await page.setViewportSize({ width: 1280, height: 1100 });
  const first = page.getByRole("navigation", { name: "Staff area" }).getByRole("list").first();
  expect((await first.innerText()).trim()).toBe("Dashboard");
  expect(await first.getAttribute("aria-label"), "no heading").toBeNull();
  const foot = await page.locator(".staff-places").evaluate((each) => each.getBoundingClientRect().bottom);
  expect(foot).toBe(1100);
});

test("no entry of the navigation moves when it becomes the current one", async () => {
  const page = await openAs("juma", "/dashboard", { width: 1280 });
  const widths = () =>
    page
      .locator(".place-label")
      .evaluateAll((labels) => labels.map((each) => each.getBoundingClientRect().width));
  const before = await widths();
  await page.getByRole("link", { name: "Messages of support" }).click();
  await page.getByRole("heading", { level: 1, name: "Messages of support" }).waitFor();
  expect(await page.locator('.staff-places [aria-current="page"]').innerText()).toContain("Messages");
  expect(await widths()).toEqual(before);
});

test("the navigation marks the editors as the place of an editor", async () => {
  const page = await openAs("juma", "/admin/hero", { width: 1280 });
  const current = page.locator(".staff-places [aria-current]");
  expect(await current.allInnerTexts()).toEqual(["Editors"]);
  await page.goto(`${site.url}/admin/cases`);
  expect(await current.allInnerTexts()).toEqual(["Cases"]);
  await page.getByRole("link", { name: "Editors", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Editors" }).waitFor();
  expect(await current.allInnerTexts()).toEqual(["Editors"]);
});

test("the numbers of the navigation end in one column", async () => {
  await submitted();
  await onDatabase(
    site.databaseUrl,
    `insert into offline_donations (campaign_id, amount, currency, method, received_on, reference, donor, language, entered_by)
       select 'zakat', 50000, 'TZS', 'cash', current_date, 'C-1', '{"kind": "anonymous"}', 'en', id
       from users where username = 'juma'`,
  );
  const page = await openAs("asha", "/dashboard", { width: 1280 });
  const ends = await page
    .locator(".staff-places .waiting-count")
    .evaluateAll((counts) => counts.map((each) => each.getBoundingClientRect().right));
  expect(ends.length).toBeGreaterThan(1);
  expect(new Set(ends).size).toBe(1);
});

test("an entry under the pointer does not look like the current one", async () => {
  const page = await openAs("juma", "/admin/hero", { width: 1280 });
  const groundOf = (name: string) =>
    page
      .locator(".staff-places")
      .getByRole("link", { name, exact: true })
      .evaluate((link) => getComputedStyle(link).backgroundColor);
  await page.locator(".staff-places").getByRole("link", { name: "Donations", exact: true }).hover();
  expect(await groundOf("Donations")).toBe(await groundOf("Reconciliation"));
  expect(await groundOf("Donations")).not.toBe(await groundOf("Editors"));
});

test("on a phone, staff sign out in the menu", async () => {
  const page = await openAs("juma", "/admin/donations", { width: 360, javaScript: false });
  const button = page.getByRole("button", { name: "Sign Out" });
  expect(await button.count()).toBe(0);
  await page.getByText("Menu", { exact: true }).click();
  expect(await button.count()).toBe(1);
  expect(await button.isVisible()).toBe(true);
});

test("the whole navigation of an admin fits the window of a laptop", async () => {
  const page = await open("asha", "/admin/health", { width: 1280 });
  await page.setViewportSize({ width: 1280, height: 800 });
  const navigation = page.getByRole("navigation", { name: "Staff area" });
  expect(await navigation.evaluate((nav) => nav.scrollHeight - nav.clientHeight)).toBe(0);
  const heights = await navigation
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
  expect(Math.min(...heights), "large enough to press").toBeGreaterThanOrEqual(24);
});
