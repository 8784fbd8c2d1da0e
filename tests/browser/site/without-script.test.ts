import { expect, test } from "vitest";
import { pages } from "#tests/support/content/public-paths.ts";
import { openClearedPage, openPage, type Look } from "#tests/support/browser/open.ts";
import { testSite } from "#tests/support/server/site.ts";
import { expectText } from "#tests/support/content/expect-text.ts";

const site = await testSite();
const open = (path: string, look: Look = {}) =>
  openClearedPage(site.url, path, { javaScript: false, ...look });

test("every link of every page leads to a page", async () => {
  const seen = new Set<string>();
  const broken: string[] = [];
  const waiting = [...pages, "/sw"];
  for (const path of waiting) {
    if (seen.has(path)) continue;
    seen.add(path);
    const { status, text, headers } = await site.get(path);
    if (status >= 400) broken.push(`${path}: ${status}`);
    if (headers.location) waiting.push(headers.location);
    const links = [...text.matchAll(/<a [^>]*href="(\/[^"#]*)/g)].map((match) =>
      (match[1] ?? "").replaceAll("&amp;", "&"),
    );
    waiting.push(...links.filter((link) => !seen.has(link)));
  }
  expect(seen.size).toBeGreaterThan(20);
  expect(broken).toEqual([]);
});

test("every anchor of the home page exists", async () => {
  for (const path of ["/", "/sw"]) {
    const { text } = await site.get(path);
    const anchors = new Set(
      [...text.matchAll(/<a [^>]*href="(?:\/|\/sw)?#([^"]+)"/g)].map((match) => match[1]),
    );
    for (const name of ["about", "advisory", "campaigns", "contact"]) expect(anchors).toContain(name);
    // Browsers handle "top" without an element of that name.
    anchors.delete("top");
    for (const anchor of anchors) expectText(text, ` id="${anchor}"`);
  }
});

test("no strip is above the content", async () => {
  for (const path of ["/", "/sw/campaigns", "/zakat", "/campaigns/zakat"]) {
    const page = await open(path);
    const [header, main] = [
      await page.locator(".site-header").boundingBox(),
      await page.locator("main").boundingBox(),
    ];
    expect(main?.y, path).toBe((header?.y ?? 0) + (header?.height ?? 0));
    const notice = await page.locator(".sandbox-notice").boundingBox();
    expect(header?.y, `${path}: nothing above but the notice of a test site`).toBe(
      (notice?.y ?? NaN) + (notice?.height ?? NaN),
    );
    expect(notice?.y, path).toBe(0);
  }
});

test("the menu works on a phone", async () => {
  const page = await open("/campaigns", { width: 360 });
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" });
  expect(await link.isVisible()).toBe(false);
  await page.getByLabel("Menu", { exact: true }).click();
  await link.click();
  await page.waitForURL(`${site.url}/`);
});

test("a visitor goes from home page to campaign, and to Kiswahili", async () => {
  const page = await open("/");
  await page
    .getByRole("link", { name: /Conference center/ })
    .first()
    .click();
  await page.waitForURL("**/campaigns/conference-center");
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Conference center");
  await page.getByRole("banner").getByRole("link", { name: "Kiswahili" }).click();
  await page.waitForURL("**/sw/campaigns/conference-center");
});

test("campaigns can be filtered", async () => {
  const page = await open("/campaigns");
  await page.getByRole("link", { name: "Infrastructure 3", exact: true }).click();
  await page.waitForURL("**/campaigns?category=infrastructure");
  expect(await page.getByRole("article").count()).toBe(3);
});

test("controls that need script are hidden, and the rest is shown", async () => {
  const page = await open("/");
  expect(await page.getByRole("button", { name: "Switch between dark and light" }).isVisible()).toBe(false);
  expect(await page.getByText("We value your privacy").isVisible()).toBe(false);
  expect(await page.getByRole("button", { name: "Privacy Settings" }).isVisible()).toBe(false);
  expect(await page.getByRole("button", { name: "Pause" }).isVisible()).toBe(false);
  await page.getByText(/^All \d+ towns$/).click();
  expect(await page.getByRole("contentinfo").getByText("Morogoro", { exact: true }).first().isVisible()).toBe(
    true,
  );
  for (const label of ["Total Donors", "Total Raised", "Total Campaigns"])
    expect(await page.getByText(label).first().isVisible()).toBe(true);
});

test("the dark theme needs no script", async () => {
  const page = await open("/", { theme: "dark" });
  const colour = () => page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
  const dark = await colour();
  await page.emulateMedia({ colorScheme: "light" });
  expect(await colour()).not.toBe(dark);
});

test("a message is a line of the page", async () => {
  const notice = Buffer.from(JSON.stringify({ tone: "success", title: "Thank you" })).toString("base64url");
  const page = await open("/campaigns");
  await page.context().addCookies([{ name: "amana_notice", value: notice, url: site.url }]);
  await page.goto("/");
  expect(await page.getByRole("status", { name: "Messages" }).innerText()).toContain("Thank you");
  await page.goto("/");
  expect(await page.getByRole("status", { name: "Messages" }).innerText()).toBe("");
});

test("the contents of a text are folded on phones and open on wide screens", async () => {
  const first = ".text-contents ol a";
  expect(await (await open("/terms", { width: 360 })).locator(first).first().isVisible()).toBe(false);
  const page = await open("/terms");
  expect(await page.locator(first).first().isVisible()).toBe(true);
});

test("without the site's scripts, the banner closes and a calculator asks the server", async () => {
  const page = await openPage(site.url, "about:blank", { expected: /assets|Failed to load/ });
  await page.route(/\/assets\//, (route) => route.abort());
  await page.clock.install();
  await page.goto(`${site.url}/zakat`);
  const banner = page.locator("[data-consent-banner]");
  await banner.getByRole("button", { name: "Reject All", exact: true }).click();
  await banner.waitFor({ state: "hidden" });
  const stored = await page.evaluate(() => JSON.parse(localStorage["visitor_consent"] ?? "null"));
  expect(stored).toMatchObject({ analytics: false, marketing: false, functional: true });
  await page.reload();
  expect(await banner.isVisible(), "it asks once").toBe(false);
  await page
    .getByRole("button", { name: /Calculate/ })
    .first()
    .click();
  await page.clock.runFor(1_500);
  await page.waitForURL(/\/zakat\?/);
});

test.each([
  ["12000000", "TSh 300,000"],
  ["10.000", "Did you mean TSh 10,000?"],
] as const)(
  "without the files of script, a phone's home page shows the answer to %s",
  async (cash, answer) => {
    const page = await openPage(site.url, "about:blank", { width: 360, expected: /assets|Failed to load/ });
    await page.route(/\/assets\/.*\.js/, (route) => route.abort());
    await page.clock.install();
    await page.goto(site.url);
    await page.locator("#home-zakat-cash").fill(cash);
    await page.locator("#zakat").getByRole("button", { name: "Calculate Zakat" }).click();
    await page.clock.runFor(1_500);
    await page.waitForURL(/\?cash=/);
    const told = page.locator("#zakat").getByText(answer.replace("TSh ", "TSh\u00a0")).first();
    const inView = async () => {
      const { y, height } = (await told.boundingBox()) ?? { y: Infinity, height: 0 };
      return y >= 64 && y + height <= 700;
    };
    await expect.poll(inView).toBe(true);
  },
);

test.each([true, false])(
  "without files of styles, home's buttons can be pressed: script %s",
  async (javaScript) => {
    const page = await openPage(site.url, "about:blank", {
      ...{ width: 360, javaScript },
      expected: /assets|Failed to load/,
    });
    await page.route(/\/assets\//, (route) => route.abort());
    await page.goto(site.url);
    const banner = page.locator("[data-consent-banner]");
    if (javaScript) await banner.getByRole("button", { name: "Reject All", exact: true }).click();
    await page.getByRole("link", { name: "Browse campaigns", exact: true }).click();
    await page.waitForURL("**/#campaigns");
  },
);
