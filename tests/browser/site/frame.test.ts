import pg from "pg";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import en from "#app/messages/en.ts";
import { openClearedPage, openPage, type Look } from "#tests/support/browser/open.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const open = (path = "/", look: Look = {}) => openClearedPage(site.url, path, look);

test("the menu links to home page sections from any page", async () => {
  const page = await open("/campaigns");
  const menu = page.getByRole("navigation", { name: "Main" });
  expect(await menu.getByRole("link").allInnerTexts()).toEqual([
    "Home",
    "About Us",
    "Advisory Body",
    "Campaigns",
    "Contact Us",
    "Zakat",
    "Infrastructure",
  ]);
  await menu.getByRole("link", { name: "Contact Us" }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe("#contact");
  await expect.poll(() => isInView(page, "#contact")).toBe(true);
});

test("a phone's menu ends with the page's column and shows its last entry", async () => {
  const page = await open("/campaigns", { width: 360 });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole("button", { name: "Reject All", exact: true }).click();
  await page.locator(".menu-toggle summary").click();
  const menu = await page.locator(".site-nav").boundingBox();
  expect([menu?.x, (menu?.x ?? 0) + (menu?.width ?? 0)]).toEqual([16, 344]);
  const last = await page.locator(".site-nav .theme-toggle").boundingBox();
  expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThanOrEqual(640);
  expect(await page.locator(".site-nav").evaluate((each) => each.scrollHeight - each.clientHeight)).toBe(0);
  expect(await page.locator(".site-nav").getByRole("link", { name: "Your donations" }).isVisible()).toBe(
    true,
  );
});

test("the privacy settings can be saved and closed on a small phone without scrolling", async () => {
  const page = await open("/terms", { width: 360 });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Privacy Settings" });
  for (const name of ["Cancel", "Save Settings", "Close"]) {
    const isSeen = await dialog.getByRole("button", { name, exact: true }).evaluate((each) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height - 2) === each;
    });
    expect(isSeen, name).toBe(true);
  }
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  // It closes without a choice, so the banner still asks.
  expect(await page.getByRole("button", { name: "Accept All" }).isVisible()).toBe(true);
});

test("a submenu opens by pointer, key and tap, and closes again", async () => {
  await setRecord("submenus", {
    about: [{ label: { en: "Reports", sw: "Ripoti" }, address: "/about" }],
    advisory: [],
    campaigns: [],
    contact: [],
  });
  const page = await open("/terms");
  const menu = page.getByRole("navigation", { name: "Main" });
  const overview = menu.getByRole("link", { name: "Overview" });
  expect(await overview.isVisible()).toBe(false);

  await menu.getByText("About Us").hover();
  await overview.waitFor({ state: "visible" });
  await menu.getByText("About Us").click();
  expect(await overview.isVisible()).toBe(true);
  expect(await menu.getByRole("link").allInnerTexts()).toContain("Reports");
  await page.mouse.move(600, 700);
  await overview.waitFor({ state: "hidden" });

  await menu.getByText("About Us").focus();
  await page.keyboard.press("Enter");
  await overview.waitFor({ state: "visible" });
  await page.keyboard.press("Escape");
  await overview.waitFor({ state: "hidden" });

  const plain = await open("/terms", { javaScript: false, width: 360 });
  await plain.getByLabel("Menu", { exact: true }).click();
  await plain.getByRole("navigation", { name: "Main" }).getByText("About Us").click();
  await plain.getByRole("link", { name: "Reports" }).click();
  expect(new URL(plain.url()).pathname).toBe("/about");
  await setRecord("submenus", null);
});

test("the phone menu opens, closes after navigation and works by keyboard", async () => {
  const page = await open("/", { width: 360 });
  const menu = page.getByRole("navigation", { name: "Main" });
  const about = menu.getByRole("link", { name: "About Us" });
  expect(await about.isVisible()).toBe(false);
  await page.getByLabel("Menu", { exact: true }).focus();
  await page.keyboard.press("Enter");
  await about.waitFor({ state: "visible" });
  await about.click();
  await about.waitFor({ state: "hidden" });
  expect(new URL(page.url()).hash).toBe("#about");
});

test("the theme follows the system until chosen, and the choice stays", async () => {
  const page = await open("/", { theme: "dark" });
  expect(await ground(page)).toBe("dark");
  await page.getByRole("button", { name: "Switch between dark and light" }).click();
  expect(await ground(page)).toBe("light");
  expect(await stored(page, "theme")).toBe("light");
  await page.goto("/campaigns");
  expect(await ground(page)).toBe("light");
  await page.getByRole("button", { name: "Switch between dark and light" }).click();
  expect([await ground(page), await stored(page, "theme")]).toEqual(["dark", "dark"]);
});

const choices = [
  { press: "Accept All", analytics: true, marketing: true },
  { press: "Reject All", analytics: false, marketing: false },
  { press: "Close and reject all", analytics: false, marketing: false },
];

for (const { press, ...choice } of choices)
  test(`the choice "${press}" is stored and not asked again`, async () => {
    const page = await open();
    const banner = page.getByRole("region", { name: "We value your privacy" });
    await banner.waitFor();
    await banner.getByRole("button", { name: press, exact: true }).click();
    await banner.waitFor({ state: "hidden" });
    expect(await consent(page)).toMatchObject({ functional: true, ...choice });
    await page.goto("/campaigns");
    expect(await banner.isVisible()).toBe(false);
  });

test("privacy settings can be chosen, cancelled and changed from the footer", async () => {
  const page = await open();
  const banner = page.getByRole("region", { name: "We value your privacy" });
  const dialog = page.getByRole("dialog", { name: "Privacy Settings" });
  await banner.getByRole("button", { name: "Settings", exact: true }).click();
  expect(await dialog.getByRole("switch", { name: /^Functional/ }).isDisabled()).toBe(true);
  expect(await dialog.getByRole("switch", { name: /^Functional/ }).isChecked()).toBe(true);
  await dialog.getByRole("switch", { name: /^Analytics/ }).check();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(await stored(page, "visitor_consent")).toBeNull();
  expect(await banner.isVisible()).toBe(true);

  await banner.getByRole("button", { name: "Settings", exact: true }).click();
  expect(await dialog.getByRole("switch", { name: /^Analytics/ }).isChecked()).toBe(false);
  await dialog.getByRole("switch", { name: /^Analytics/ }).check();
  await dialog.getByRole("button", { name: "Save Settings" }).click();
  await banner.waitFor({ state: "hidden" });
  expect(await consent(page)).toMatchObject({ analytics: true, marketing: false, functional: true });

  // A font that arrives during the click moves the footer.
  await page.evaluate(() => document.fonts.ready);
  await page.getByRole("contentinfo").getByRole("button", { name: "Privacy Settings" }).click();
  expect(await dialog.getByRole("switch", { name: /^Analytics/ }).isChecked()).toBe(true);
  await dialog.getByRole("switch", { name: /^Analytics/ }).uncheck();
  await dialog.getByRole("button", { name: "Save Settings" }).click();
  await dialog.waitFor({ state: "hidden" });
  // A dialog reports that it is closed a moment after it disappears.
  await expect.poll(() => consent(page)).toMatchObject({ analytics: false, marketing: false });
});

test("a consent from the old site is asked for again", async () => {
  const page = await open();
  await page.evaluate(() =>
    localStorage.setItem("visitor_consent", '{"analytics":true,"marketing":false,"functional":true}'),
  );
  await page.reload();
  await page.getByRole("region", { name: "We value your privacy" }).waitFor();
});

test("the header reacts to scrolling, and the back-to-top button works", async () => {
  const page = await open("/", { width: 360, stillness: true });
  const up = page.getByRole("link", { name: "Scroll to top" });
  const header = page.getByRole("banner");
  const look = () =>
    header.evaluate((element) =>
      JSON.stringify(
        getComputedStyle(element).boxShadow +
          getComputedStyle(element).borderBottomColor +
          getComputedStyle(element).backgroundColor,
      ),
    );
  const atTop = await look();
  expect(await isShown(page)).toBe(false);

  await page.evaluate(() => scrollTo({ top: 8, behavior: "instant" }));
  expect(await look()).toBe(atTop);
  await page.evaluate(() => scrollTo({ top: 500, behavior: "instant" }));
  await expect.poll(look).not.toBe(atTop);
  expect(await isShown(page)).toBe(false);
  await page.evaluate(() => scrollTo({ top: 700, behavior: "instant" }));
  await expect.poll(() => isShown(page)).toBe(true);
  await up.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(10);
  await expect.poll(() => isShown(page)).toBe(false);
});

test("the towns change every three seconds, can be paused and read", async () => {
  const page = await openWithClock();
  const town = page.getByRole("contentinfo").locator("b").first();
  const first = await town.innerText();
  await page.clock.runFor(3100);
  const second = await town.innerText();
  expect(second).not.toBe(first);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.clock.runFor(9000);
  expect(await town.innerText()).toBe(second);
  await page.getByRole("button", { name: en.footer.resume }).click();
  await page.clock.runFor(3100);
  expect(await town.innerText()).not.toBe(second);

  await page.getByText(/^All \d+ towns$/).click();
  const towns = await page.getByRole("contentinfo").getByRole("listitem").allInnerTexts();
  expect(towns.length).toBeGreaterThan(80);
  expect(towns).toContain("Morogoro");
});

test("with reduced motion the towns change only on request", async () => {
  const page = await openWithClock({ stillness: true });
  const town = page.getByRole("contentinfo").locator("b").first();
  const first = await town.innerText();
  await page.clock.runFor(9000);
  expect(await town.innerText()).toBe(first);
  await page.getByRole("button", { name: "Show other towns" }).click();
  await page.clock.runFor(3100);
  expect(await town.innerText()).not.toBe(first);
});

test("one link leads to the same page in the other language", async () => {
  // A smooth scroll to the anchor would move the header away under the click.
  const page = await open("/campaigns?category=zakat", { stillness: true });
  await page.getByRole("banner").getByRole("link", { name: "Kiswahili" }).click();
  await page.waitForURL("**/sw/campaigns?category=zakat");
  expect(await page.locator("html").getAttribute("lang")).toBe("sw");
  await page.getByRole("banner").getByRole("link", { name: "English" }).click();
  await page.waitForURL(`${site.url}/campaigns?category=zakat`);
  await page.goto("/zakat/learn-more#calculator");
  await page.getByRole("banner").getByRole("link", { name: "Kiswahili" }).click();
  await page.waitForURL("**/sw/zakat/learn-more#calculator");
});

test("the first Tab reaches the link that skips the header", async () => {
  const page = await open("/campaigns", { stillness: true });
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to main content" });
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
  const box = await skip.boundingBox();
  expect(box && box.x >= 0 && box.y >= 0 && box.width > 0).toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("MAIN");
});

test("focus is always visible", async () => {
  const page = await open("/campaigns", { stillness: true });
  for (let step = 0; step < 25; step++) {
    await page.keyboard.press("Tab");
    const outline = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return "not on the page";
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      const { width, height } = focused.getBoundingClientRect();
      const isSeen = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && width > 0 && height > 0;
      return isSeen ? "seen" : focused.outerHTML.slice(0, 150);
    });
    expect(["seen", "not on the page"]).toContain(outline);
  }
});

test("a wrong link shows an error and links home", async () => {
  const page = await open("/no-such-page", { expected: /404/ });
  await page.getByRole("heading", { name: "Page Not Found" }).waitFor();
  await page.getByRole("link", { name: "Return to Home" }).click();
  await page.waitForURL(`${site.url}/`);
});

test("messages and failures close after ten seconds unless read", async () => {
  const page = await openWithClock();
  // On a busy machine the last second of a message could pass before the pointer arrives.
  await page.clock.pauseAt(Date.now() + 60_000);
  const messages = page.getByRole("status", { name: "Messages" });
  const tell = (detail: { tone: string; title: string }) =>
    page.evaluate(
      (toast) => document.dispatchEvent(new CustomEvent("amana:toast", { detail: toast })),
      detail,
    );
  await tell({ tone: "success", title: "Link copied" });
  await page.clock.runFor(9000);
  expect(await messages.innerText()).toContain("Link copied");
  await messages.getByText("Link copied").hover();
  await page.clock.runFor(20_000);
  expect(await messages.innerText()).toContain("Link copied");
  await page.mouse.move(5, 5);
  await page.clock.runFor(10_100);
  expect(await messages.innerText()).toBe("");

  await tell({ tone: "error", title: "Copy Failed" });
  await messages.getByRole("button", { name: "Close" }).click();
  expect(await messages.innerText()).toBe("");
  // The next message would appear under the pointer, which holds it.
  await page.mouse.move(5, 5);
  await tell({ tone: "error", title: "Copy Failed" });
  await page.clock.runFor(10_100);
  expect(await messages.innerText()).toBe("");
});

test("numbers count up in view, and show the server's value before and after", async () => {
  const page = await openPage(site.url, "/");
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.reload();
  const finished = await page.locator("count-up").allTextContents();
  const shown = () =>
    page
      .locator("count-up")
      .evaluateAll((all) => all.map(({ shadowRoot, textContent }) => shadowRoot?.textContent ?? textContent));
  expect(await shown(), "the animation has not begun").toEqual(finished);
  const places = () =>
    page
      .locator(".counters > div")
      .evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())));
  const before = await places();
  await page.clock.runFor(1000);
  const halfway = await shown();
  expect(await places(), "nothing moves aside for a figure").toEqual(before);
  for (const at of [0, 1, 2]) expect(halfway[at]).not.toBe(finished[at]);
  expect(halfway.slice(3), "out of view").toEqual(finished.slice(3));
  await page.clock.runFor(1100);
  expect(await page.locator(".counters").innerText()).toContain(finished[0]);
  expect((await shown()).slice(0, 3)).toEqual(["", "", ""]);
  expect(await page.locator("#impact").innerText(), "for a reader who prints or jumps").toContain(
    finished[3],
  );
});

test("numbers do not move with reduced motion", async () => {
  const page = await openWithClock({ stillness: true });
  expect(await page.locator("count-up").evaluateAll((all) => all.some((each) => each.shadowRoot))).toBe(
    false,
  );
});

async function openWithClock(look: Look = {}): Promise<Page> {
  const page = await openPage(site.url, "/", look);
  await page.clock.install();
  await page.reload();
  return page;
}

const isInView = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top < innerHeight && bottom > 0;
  });

const ground = (page: Page) =>
  page.evaluate(() => {
    const [red = 0, green = 0, blue = 0] =
      getComputedStyle(document.body)
        .backgroundColor.match(/[\d.]+/g)
        ?.map(Number) ?? [];
    return red + green + blue > 384 ? "light" : "dark";
  });

const isShown = (page: Page) =>
  page
    .getByLabel("Scroll to top")
    .evaluate((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }));

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

async function consent(page: Page): Promise<unknown> {
  return JSON.parse((await stored(page, "visitor_consent")) ?? "null");
}

/** Writes one of the records that staff edit; null removes it. */
async function setRecord(key: string, value: object | null) {
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  await client.query("delete from site_settings where key = $1", [key]);
  if (value) {
    await client.query("insert into site_settings (key, value, is_public) values ($1, $2, true)", [
      key,
      value,
    ]);
  }
  await client.end();
}
