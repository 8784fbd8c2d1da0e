import { expect, test } from "vitest";
import { languages } from "#domain/content/language.ts";
import { foot } from "#tests/support/browser/boxes.ts";
import { closePage, openClearedPage, openPage, type Look } from "#tests/support/browser/open.ts";
import { expectFits } from "#tests/support/browser/accessibility.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const phone: Look = { width: 360, javaScript: false, stillness: true };
const open = (path: string, look: Look = {}) => openClearedPage(site.url, path, look);

test("Donate in the header leads to the form of an open campaign, elsewhere to the list", async () => {
  const target = async (path: string) => {
    const page = await open(path, phone);
    return page
      .getByRole("banner")
      .getByRole("link", { name: /Donate|Changia/ })
      .getAttribute("href");
  };
  expect(await target("/campaigns/girls-dormitories")).toBe("#give");
  expect(await target("/sw/campaigns/girls-dormitories")).toBe("#give");
  expect(await target("/campaigns/fun-run-2025")).toBe("/campaigns");
  expect(await target("/about")).toBe("/campaigns");
});

test("the link to the other language keeps the place in the page", async () => {
  // A smooth scroll to the anchor would move the header away under the click.
  const page = await open("/#contact", { stillness: true });
  await page.locator(".site-header .language").click();
  await page.waitForURL(/\/sw#contact$/);
});

test("no link in the header leads away from a filled form", async () => {
  for (const path of ["/campaigns/girls-dormitories/donate", "/campaigns/zakat/mobile?amount=50000"]) {
    const page = await open(path, phone);
    const links = page.getByRole("banner").getByRole("link");
    expect(await links.evaluateAll((all) => all.map((each) => each.getAttribute("href")))).toEqual([
      "/",
      `/sw${path}`,
    ]);
  }
  const result = await open("/payment-response", phone);
  expect(await result.getByRole("banner").getByRole("link", { name: "Donate" }).count()).toBe(0);
});

test("donating is always in reach of a phone, and sign-in is in its menu", async () => {
  const page = await open("/about", phone);
  const header = page.getByRole("banner");
  expect(await header.getByRole("link", { name: "Donate" }).isVisible()).toBe(true);
  expect(await header.getByText("SW", { exact: true }).isVisible()).toBe(true);
  expect(await header.getByRole("link", { name: "Kiswahili" }).isVisible()).toBe(true);
  const signIn = header.getByRole("link", { name: "Sign in" });
  expect(await signIn.isVisible()).toBe(false);
  await page.getByLabel("Menu", { exact: true }).click();
  const menu = page.getByRole("navigation", { name: "Main" });
  for (const name of ["Zakat", "Infrastructure", "Donate"])
    expect(await menu.getByRole("link", { name }).isVisible()).toBe(true);
  await signIn.click();
  await page.waitForURL("**/auth");
});

test("the smallest phone's header keeps the fund's name beside its tools", async () => {
  for (const language of languages) {
    const page = await open("/about", { ...phone, width: 320, language });
    expect(await page.locator(".logo span").isVisible()).toBe(true);
    expect((await page.getByRole("banner").boundingBox())?.height).toBeLessThanOrEqual(66);
    const [name, tools] = [
      await page.locator(".logo span").boundingBox(),
      await page.locator(".header-tools").boundingBox(),
    ];
    expect((name?.x ?? Infinity) + (name?.width ?? 0)).toBeLessThanOrEqual(tools?.x ?? 0);
    await expectFits(page);
    await page.locator(".menu-toggle summary").click();
    expect((await page.locator(".logo span").boundingBox())?.y, "with the menu open").toBe(name?.y);
  }
});

test("a laptop's header leads to the building projects", async () => {
  for (const language of languages) {
    const page = await open("/", { width: 1280, javaScript: false, language });
    const name = language === "en" ? "Infrastructure" : "Miundombinu";
    expect(await page.getByRole("banner").getByRole("link", { name }).isVisible()).toBe(true);
    expect((await page.getByRole("banner").boundingBox())?.height).toBeLessThanOrEqual(66);
    await expectFits(page);
  }
});

for (const fontSize of [24, 32])
  for (const language of languages)
    test(`the header fits with text of ${fontSize} px: ${language}`, async () => {
      const page = await openPage(site.url, "/", { width: 320, language });
      const session = await page.context().newCDPSession(page);
      await session.send("Page.setFontSizes", { fontSizes: { standard: fontSize, fixed: fontSize } });
      await page.reload();
      const header = page.getByRole("banner");
      expect((await header.boundingBox())?.height).toBeLessThanOrEqual(foot(page) / 3);
      const broken = await header.locator(".button, .language abbr").evaluateAll((all) =>
        all
          .filter((each) => {
            const range = document.createRange();
            range.selectNodeContents(each);
            return range.getClientRects().length > 1;
          })
          .map((each) => each.textContent),
      );
      expect(broken).toEqual([]);
      const right = await header
        .locator("a, summary")
        .evaluateAll((all) => Math.max(...all.map((each) => each.getBoundingClientRect().right)));
      expect(right).toBeLessThanOrEqual(320);
      await page.locator("[data-consent-choice=reject]").first().click();
      await page.locator(".menu-toggle summary").click();
      const menu = await page.locator(".site-nav").boundingBox();
      expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeLessThanOrEqual(foot(page) + 1);
      await page.getByRole("button", { name: /dark|giza/i }).scrollIntoViewIfNeeded();
    });

test("the fund's name keeps away from the other language on every phone", async () => {
  for (const width of [320, 360, 412] as const) {
    const page = await open("/", { ...phone, width, language: "sw" });
    const gap = page.locator(".site-header").evaluate((header) => {
      const [name, other] = [".logo span", ".language abbr"].map((part) => header.querySelector(part));
      if (!name || !other) throw new Error("the header has no name or no other language");
      return other.getBoundingClientRect().left - name.getBoundingClientRect().right;
    });
    expect(await gap, `at ${width} px`).toBeGreaterThanOrEqual(8);
  }
});

test.each(languages)("a phone's header has the fund's name in two lines: %s", async (language) => {
  const page = await open("/", { ...phone, language });
  const lines = page.locator(".logo span").evaluate((name) => {
    const { lineHeight } = getComputedStyle(name);
    return Math.round(name.getBoundingClientRect().height / parseFloat(lineHeight));
  });
  expect(await lines).toBe(2);
});

test.each(["/payment-response", "/campaigns/zakat/donate"])(
  "a long name keeps clear of the language: %s",
  async (path) => {
    const page = await open(path, { ...phone, language: "sw" });
    const right = await page.locator(".logo span").evaluate((name) => {
      const range = document.createRange();
      range.selectNodeContents(name);
      return range.getBoundingClientRect().right;
    });
    const language = await page.locator(".header-tools .language abbr").boundingBox();
    expect((language?.x ?? 0) - right).toBeGreaterThanOrEqual(16);
  },
);

test("a window that a test resized has its own size again", async () => {
  const resized = await open("/about", phone);
  await resized.setViewportSize({ width: 1280, height: 800 });
  await closePage(resized);
  const next = await open("/about", phone);
  expect(next.viewportSize()).toEqual({ width: 360, height: 700 });
});

test("pages of payments, accounts and errors have a short footer", async () => {
  const ofCampaign = ["donate", "follow", "poster", "concern"].map((name) => `/campaigns/zakat/${name}`);
  for (const path of ["/auth", "/sign-up", "/my-donations", ...ofCampaign]) {
    const page = await open(path, phone);
    const box = await page.locator(".site-footer").boundingBox();
    expect(box?.height).toBeLessThan(400);
  }
});

test.each(["/my-donations", "/campaigns/girls-dormitories/donate"])(
  "a high screen ends with the footer: %s",
  async (path) => {
    const page = await open(path, { width: 1920, stillness: true });
    await page.setViewportSize({ width: 1920, height: 1_400 });
    const bottom = await page.locator(".site-footer").evaluate((each) => each.getBoundingClientRect().bottom);
    expect(bottom).toBeGreaterThanOrEqual(1_400);
  },
);

test("the footer names towns truthfully and leads to the start form", async () => {
  const page = await open("/about", { width: 1280, javaScript: false });
  expect(await page.locator(".towns").innerText()).toMatch(/^You can donate from \w/);
  await page.getByRole("contentinfo").getByRole("link", { name: "Start a campaign" }).click();
  await page.waitForURL(/\/sign-up\?next=%2Forganizer%2Fnew$/);
});
