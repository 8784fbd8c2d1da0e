import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { localAddress } from "#app/site/address.ts";
import { languages } from "#domain/content/language.ts";
import { openClearedPage, openPage, type Look } from "#tests/support/browser/open.ts";
import { expectFits } from "#tests/support/browser/accessibility.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const open = (path: string, look: Look = {}) => openClearedPage(site.url, path, look);

declare global {
  interface Window {
    shifts: { value: number; moved: string[] }[];
  }
  interface PerformanceEntry {
    value?: number;
    sources?: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  }
}

/** Collects what moves on the page, with its name, so that a failure says what it was. */
const watchShifts = (page: Page) =>
  page.evaluate(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value = 0, sources = [] } of list.getEntries()) {
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join();
          return `${element?.outerHTML.slice(0, 80)}: ${place(previousRect)} to ${place(currentRect)}`;
        });
        window.shifts.push({ value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

const fontVisits = [
  ...([320, 360, 412] as const).flatMap((width) =>
    languages.flatMap((language) =>
      ["/", "/campaigns/girls-dormitories"].map((path) => ({ path, width, language })),
    ),
  ),
  { path: "/about", width: 360, language: "en" },
  ...([320, 332, 360, 412] as const).flatMap((width) =>
    languages.map((language) => ({ path: "/campaigns/girls-dormitories/donate", width, language })),
  ),
  { path: "/zakat", width: 320, language: "sw" },
] as const;

test.each(fontVisits)(
  "our fonts are drawn, and nothing moves when they arrive: $path $width $language",
  async ({ path, width, language }) => {
    // A new window has no fonts of an earlier page.
    const page = await openPage(site.url, "about:blank", { width, language });
    const arrive = Promise.withResolvers<void>();
    await page.route(/\/fonts\//, async (route) => {
      await arrive.promise;
      await route.continue();
    });
    await page.goto(localAddress(language, path), { waitUntil: "domcontentloaded" });
    await watchShifts(page);
    arrive.resolve();
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => document.fonts.ready);
    const loaded = await page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family),
    );
    expect(loaded.join()).toContain("Amana Serif");
    expect(loaded.join()).toContain("Amana Sans");
    const shifts = await page.evaluate(() => window.shifts);
    const moved = shifts.reduce((sum, { value }) => sum + value, 0);
    expect(moved, JSON.stringify(shifts)).toBeLessThanOrEqual(0.02);
  },
);

test("a phone's list of claims has no boxes", async () => {
  const page = await open("/about", { width: 360, stillness: true });
  const boxes = await page.locator(".about-accountability > div").evaluateAll((all) =>
    all.map((each) => {
      const { paddingLeft, borderLeftWidth, borderTopWidth } = getComputedStyle(each);
      return [paddingLeft, borderLeftWidth, borderTopWidth];
    }),
  );
  expect(boxes.length).toBeGreaterThan(3);
  for (const box of boxes) expect(box).toEqual(["0px", "0px", "1px"]);
});

test("the verse is drawn before the first scroll, and in our font after it", async () => {
  const page = await open("/about", { width: 360, stillness: true });
  const verse = page.locator('.verse [lang="ar"]');
  const fontOf = () => verse.evaluate((text) => getComputedStyle(text).fontFamily);
  expect(await verse.evaluate((text) => text.getBoundingClientRect().height)).toBeGreaterThan(80);
  expect(await fontOf()).not.toContain("Amana Arabic");
  const isDrawn = verse.evaluate((text) =>
    text.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  );
  expect(await isDrawn, "no empty place").toBe(true);
  await page.mouse.wheel(0, 500);
  await expect.poll(fontOf).toContain("Amana Arabic");
});

test("no text waits for our fonts, and they are small", async () => {
  const faces: string[] = [];
  for (const path of ["/", "/zakat/learn-more"]) {
    const page = await open(path, { javaScript: false });
    faces.push(
      ...(await page.evaluate(() =>
        [...document.styleSheets]
          .flatMap(({ cssRules }) => [...cssRules])
          .filter((rule) => rule instanceof CSSFontFaceRule && rule.cssText.includes("url("))
          .map(({ cssText }) => cssText),
      )),
    );
  }
  const files = faces.map((face) => /url\("([^"]+)"\)/.exec(face)?.[1] ?? "");
  expect(files.toSorted().map((file) => file.split("/").at(-1))).toEqual([
    "amana-arabic-alms.woff2",
    ...["amana-arabic.woff2", "amana-arabic.woff2"],
    ...["amana-sans-400.woff2", "amana-sans-400.woff2", "amana-sans-600.woff2", "amana-sans-600.woff2"],
    ...["amana-serif-600.woff2", "amana-serif-600.woff2"],
  ]);
  for (const face of faces) expect(face).toContain("font-display: swap");
  const sizeOf = async (name: string) => (await site.get(`/fonts/${name}.woff2`)).body.length;
  expect(await sizeOf("amana-serif-600"), "for headings").toBeLessThanOrEqual(14_000);
  expect((await sizeOf("amana-sans-400")) + (await sizeOf("amana-sans-600"))).toBeLessThanOrEqual(14_200);
});

test("headings and text have our own type", async () => {
  const page = await open("/", { width: 1920, javaScript: false });
  const typeOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((each) => {
        const { fontFamily, fontWeight, fontSize, lineHeight, letterSpacing } = getComputedStyle(each);
        const size = parseFloat(fontSize);
        const inSizes = (length: string) => Math.round((parseFloat(length) / size) * 100) / 100;
        return {
          family: fontFamily.split(",")[0]?.replaceAll('"', ""),
          weight: fontWeight,
          lineHeight: inSizes(lineHeight),
          spacing: inSizes(letterSpacing),
        };
      });
  for (const heading of ["h1", "h2"])
    expect(await typeOf(heading), heading).toEqual({
      family: "Amana Serif",
      weight: "600",
      lineHeight: 1.05,
      spacing: -0.02,
    });
  expect(await typeOf(".lead")).toMatchObject({ family: "Amana Sans", weight: "400" });
  expect(await typeOf(".hero-actions .button")).toMatchObject({ family: "Amana Sans", weight: "600" });
  const [size, root] = await page.evaluate(() =>
    [document.querySelector("h1") ?? document.body, document.documentElement].map((each) =>
      parseFloat(getComputedStyle(each).fontSize),
    ),
  );
  expect(size, "the title, at most 5rem").toBeLessThanOrEqual(5 * (root ?? 0));
});

test("large screens get larger text, and nothing is cut off", async () => {
  for (const [width, size] of [
    [1280, "16px"],
    [1920, "18px"],
  ] as const) {
    const page = await open("/campaigns/girls-dormitories", { width, javaScript: false });
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(size);
    await expectFits(page);
  }
});

test.each([24, 32])("no page is wider than the smallest phone with text of %i px", async (fontSize) => {
  const page = await openPage(site.url, "about:blank", { width: 320, stillness: true });
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: fontSize, fixed: fontSize } });
  for (const path of [
    "/",
    "/sw",
    "/campaigns",
    "/sw/campaigns/zakat",
    "/sw/zakat",
    "/infrastructure",
    "/about",
    "/campaigns/girls-dormitories/mobile",
    "/sw/campaigns/conference-center/mobile?amount=50000",
  ]) {
    await page.goto(site.url + path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  }
});

test.each([16, 24, 32])(
  "amount, name and date fit a phone of 320 px with text of %i px",
  async (fontSize) => {
    const page = await openPage(site.url, "about:blank", { width: 320, stillness: true });
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: fontSize, fixed: fontSize } });
    const beyond = (inner: string, outer: string) =>
      page.evaluate(
        ([small = "", large = ""]) => {
          const edge = document.querySelector(large)?.getBoundingClientRect().right ?? 0;
          return [...document.querySelectorAll(small)].filter(
            (each) => each.getBoundingClientRect().right > edge || each.scrollWidth > each.clientWidth + 1,
          ).length;
        },
        [inner, outer],
      );
    await page.goto(`${site.url}/zakat?since-day=1&since-month=2&since-year=2020`);
    expect(await beyond(".zakat-date input", "#lunar-year > div")).toBe(0);
    await page.goto(`${site.url}/infrastructure`);
    await page.getByRole("button", { name: "Reject All", exact: true }).click();
    await page.locator("[data-opened-by=donation]").first().click();
    const dialog = page.locator("dialog[open]");
    await dialog.waitFor();
    const { right = 0 } = await dialog.evaluate((each) => each.getBoundingClientRect());
    for (const part of [".pay-sum", ".pay-for dd"]) {
      const box = await dialog.locator(part).first().boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? Infinity), part).toBeLessThan(right);
    }
    const words = await dialog.locator(".pay-for dd").evaluate((each) => {
      const range = document.createRange();
      range.selectNodeContents(each);
      return range.getClientRects().length;
    });
    expect(words, "lines of the campaign's name").toBeLessThanOrEqual(2);
  },
);

test("amounts grow with the text of the browser", async () => {
  const page = await openPage(site.url, "about:blank", { width: 320, stillness: true });
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 24, fixed: 24 } });
  await page.goto(`${site.url}/campaigns/girls-dormitories/donate`);
  const tiles = page.locator("[name=amount] + span");
  const sizes = await tiles.evaluateAll((all) =>
    all.map((each) => parseFloat(getComputedStyle(each).fontSize)),
  );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(20);
  await expectFits(page);
});
