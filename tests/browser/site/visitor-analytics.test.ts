import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { closePage, openClearedPage, openPage } from "#tests/support/browser/open.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { complete, pendingDonation } from "#tests/support/database/records.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const tenPages = [
  ...["/", "/campaigns", "/campaigns/zakat", "/campaigns/zakat/donate", "/infrastructure"],
  ...["/infrastructure/dormitories", "/zakat", "/about", "/privacy", "/sw"],
];

beforeEach(() => onDatabase(site.databaseUrl, "truncate visitor_events, rate_limits"));

const events = () =>
  site.db
    .selectFrom("visitor_events")
    .select(["session_id", "type", "path", "action", "campaign_id"])
    .orderBy("id")
    .execute();

const typesOf = async () => (await events()).map(({ type }) => type).toSorted();

/** A visitor whose browser notes every beacon: the network log of test tools leaves out those of a closing page. */
async function visitor(
  path = "/",
): Promise<{ page: Page; requests: string[]; beacons(): Promise<string[]> }> {
  const page = await openPage(site.url, "about:blank");
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (address, body) => {
      const { type } = JSON.parse(String(body));
      localStorage.setItem("beacons", `${localStorage.getItem("beacons") ?? ""} ${type}`);
      return send(address, body);
    };
  });
  const requests: string[] = [];
  page.context().on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/analytics|visits/.test(pathname)) requests.push(pathname);
  });
  await page.goto(path);
  const beacons = async () => {
    if (page.url() === "about:blank") await page.goto("/robots.txt");
    const noted = await page.evaluate(() => localStorage.getItem("beacons") ?? "");
    return noted
      .split(" ")
      .filter((type) => type !== "")
      .toSorted();
  };
  return { page, requests, beacons };
}

const banner = (page: Page) => page.getByRole("region", { name: "We value your privacy" });

async function choose(page: Page, button: string) {
  await banner(page).getByRole("button", { name: button, exact: true }).click();
  await banner(page).waitFor({ state: "hidden" });
}

/** A font that arrives between press and release moves the footer, and then the browser makes no click of them. */
async function openPrivacySettings(page: Page) {
  await page.evaluate(() => document.fonts.ready);
  await page.getByRole("contentinfo").getByRole("button", { name: "Privacy Settings" }).click();
}

async function visitAll(page: Page) {
  for (const path of tenPages) {
    await page.goto(path, { waitUntil: "load" });
    await page.mouse.wheel(0, 2_000);
  }
  await page.goto("about:blank");
}

/** From the second page on. A page that is left before its code arrived is not counted. */
async function visitAllCounted(page: Page) {
  for (const [at, path] of tenPages.entries()) {
    if (at > 0) await page.goto(path, { waitUntil: "load" });
    await expect.poll(() => countViews(page)).toBe(at + 1);
    await page.mouse.wheel(0, 2_000);
  }
  await page.goto("about:blank");
}

const countViews = (page: Page) =>
  page.evaluate(() => {
    const types = (localStorage.getItem("beacons") ?? "").split(" ");
    return types.filter((type) => type === "page_view").length;
  });

/** Events of one browser arrive in any order. A later visitor's event shows that the earlier ones had their time. */
async function untilOthersArrive() {
  const page = await openClearedPage(site.url, "/");
  await choose(page, "Accept All");
  // An event that is still under way would be counted by the next test.
  await expect.poll(typesOf).toEqual(expect.arrayContaining(["consent", "page_view", "session_start"]));
  await page.evaluate(() => localStorage.clear());
  return (await events()).map(({ session_id }) => session_id);
}

test.each([["Reject All"], ["Close and reject all"], [null]])(
  "with the choice %s, ten pages send and keep nothing",
  async (choice) => {
    const { page, requests, beacons } = await visitor();
    if (choice !== null) await choose(page, choice);
    await visitAll(page);
    expect(await beacons()).toEqual([]);
    expect(requests).toEqual([]);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(new Set(await untilOthersArrive()).size).toBe(1);
  },
);

test("after Accept, ten pages send one session with every view and end", async () => {
  const { page, beacons } = await visitor();
  await choose(page, "Accept All");
  await visitAllCounted(page);
  const views = ["page_view", "page_view_end"].flatMap((type) => Array<string>(10).fill(type));
  expect(await beacons()).toEqual([
    "consent",
    ...views,
    ...Array<string>(10).fill("session_end"),
    "session_start",
  ]);
  await expect.poll(typesOf).toEqual(["consent", ...views, "session_end", "session_start"]);
  const all = await events();
  expect(new Set(all.map(({ session_id }) => session_id)).size).toBe(1);
  expect(all.filter(({ type }) => type === "page_view").map(({ path }) => path)).toEqual(
    expect.arrayContaining(["/", "/campaigns/:id", "/campaigns/:id/donate", "/infrastructure/:slug", "/sw"]),
  );
  await expect
    .poll(async () => (await events()).find(({ type }) => type === "session_end")?.path)
    .toBe("/sw");
});

test("a refusal after agreeing ends the session at once", async () => {
  const { page, beacons } = await visitor();
  await choose(page, "Accept All");
  await expect.poll(typesOf).toEqual(["consent", "page_view", "session_start"]);
  await openPrivacySettings(page);
  const dialog = page.getByRole("dialog", { name: "Privacy Settings" });
  await dialog.getByRole("switch", { name: /^Analytics/ }).uncheck();
  await dialog.getByRole("button", { name: "Save Settings" }).click();
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0);
  await visitAll(page);
  expect(await beacons()).toEqual(["consent", "page_view", "session_start"]);
  expect(await typesOf()).toEqual(["consent", "page_view", "session_start"]);
});

test("a browser with Global Privacy Control is not asked and not counted", async () => {
  const { page, requests, beacons } = await visitor();
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "globalPrivacyControl", { value: true });
    if (origin !== "null")
      localStorage.setItem(
        "visitor_consent",
        '{"analytics":true,"marketing":true,"functional":true,"version":2}',
      );
  });
  await visitAll(page);
  expect(await beacons()).toEqual([]);
  expect(requests).toEqual([]);
  await page.goto("/");
  expect(await banner(page).isVisible()).toBe(false);
  await openPrivacySettings(page);
  expect(await page.getByRole("switch", { name: /^Analytics/ }).isDisabled()).toBe(true);
});

test("a share and the first use of a donation form are events", async () => {
  const page = await openClearedPage(site.url, "/campaigns/zakat");
  await choose(page, "Accept All");
  await expect.poll(typesOf).toContain("page_view");
  await page.context().grantPermissions(["clipboard-write"]);
  for (let times = 0; times < 2; times++) await page.getByRole("button", { name: "Copy link" }).click();
  await page.locator("#give [name=phone]").fill("0754 123 456");
  const found = async () => (await events()).filter(({ type }) => type === "event");
  await expect.poll(async () => (await found()).length).toBe(2);
  expect(await found()).toMatchObject([
    { action: "share:copy", campaign_id: "zakat" },
    { action: "form:start", campaign_id: "zakat" },
  ]);
});

test("the page that thanks a donor sends one paid donation, and other browsers none", async () => {
  const donation = { external_id: "fun-run-2025_paid", receipt_key: "thekeyofthereceipt" };
  await complete(site.db, await pendingDonation(site.db, { to: "fun-run-2025", donation }));
  const seen = async () => (await events()).map(({ type, path }) => `${type} ${path}`);
  const result = "/selcom-webhook?order_id=fun-run-2025_paid";
  for (const address of [result, `${result}&key=thekeyofthereceipt`]) {
    const page = await openClearedPage(site.url, "/");
    await choose(page, "Accept All");
    await expect.poll(seen).toContain("page_view /");
    await page.goto(address);
    await expect.poll(seen).toContain("page_view /selcom-webhook");
    await closePage(page);
    if (address === result)
      await onDatabase(site.databaseUrl, "delete from visitor_events where type <> 'event'");
  }
  const found = async () => (await events()).filter(({ type }) => type === "event");
  await expect
    .poll(found)
    .toMatchObject([{ action: "donation:paid", path: "/donations/:orderId", campaign_id: "fun-run-2025" }]);
});

test("the code is loaded only after agreeing, and is at most 0.6 kB", async () => {
  const page = await openPage(site.url, "/");
  const loaded = page.waitForResponse((response) => /\/visits-/.test(response.url()));
  await choose(page, "Accept All");
  const size = Number((await (await loaded).allHeaders())["content-length"]);
  expect(size).toBeGreaterThan(100);
  expect(size).toBeLessThanOrEqual(600);
});
