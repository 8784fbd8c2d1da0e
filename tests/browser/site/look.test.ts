import { brotliCompressSync, constants } from "node:zlib";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { localAddress } from "#app/site/address.ts";
import { closePage, openClearedPage, openPage, type Look } from "#tests/support/browser/open.ts";
import { expectFits } from "#tests/support/browser/accessibility.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const phone: Look = { width: 360, javaScript: false, stillness: true };
const open = (path: string, look: Look = {}) => openClearedPage(site.url, path, look);
const languages = ["en", "sw"] as const;

type Box = { top: number; bottom: number };

/** Of the first element that fits, measured from the top of the page. */
const boxOf = (page: Page, selector: string): Promise<Box> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top: top + scrollY, bottom: bottom + scrollY };
    });

/** A finger does not scroll first. Playwright's click can, and the give bar hides when the page's own button comes into view. */
async function tap(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (box === null) throw new Error("there is nothing to tap");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

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

const foot = (page: Page) => page.viewportSize()?.height ?? 0;

for (const language of languages) {
  test(`a phone's first view of a campaign has progress and both buttons: ${language}`, async () => {
    const page = await open("/campaigns/girls-dormitories", { ...phone, language });
    const [title, bar] = [await boxOf(page, "h1"), await boxOf(page, ".campaign-progress progress")];
    const picture = await page.locator(".campaign-picture").boundingBox();
    expect(picture).toMatchObject({ x: 0, width: 360 });
    expect(title.top).toBeGreaterThan(picture?.y ?? Infinity);
    expect(bar.top).toBeGreaterThan(title.bottom);
    for (const href of ["#give", "#share"]) {
      const box = await boxOf(page, `.first-actions a[href="${href}"]`);
      expect(box.bottom).toBeLessThanOrEqual(foot(page));
    }
    const [story, updates] = [await boxOf(page, ".prose"), await boxOf(page, ".updates")];
    const [form, facts] = [await boxOf(page, "#give"), await boxOf(page, ".facts")];
    expect([story.top, updates.top, form.top, facts.top].toSorted((one, other) => one - other)).toEqual([
      story.top,
      updates.top,
      form.top,
      facts.top,
    ]);
  });

  test(`a phone's home page leads to campaigns soon: ${language}`, async () => {
    const page = await open("/", { ...phone, language });
    for (const button of await page.locator(".hero-actions .button").all()) {
      const box = await button.boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(foot(page));
    }
    expect(await page.locator(".hero .featured progress").count()).toBe(1);
    const picture = await boxOf(page, ".hero-picture");
    expect(picture.top).toBeLessThan((await boxOf(page, ".hero h1")).top);
    expect((await boxOf(page, "#campaigns .card")).top).toBeLessThan(1_500);
  });

  test(`a phone's home page is short, and opens what it folds: ${language}`, async () => {
    const page = await open("/", { ...phone, language });
    const { height } = (await page.locator("body").boundingBox()) ?? { height: Infinity };
    expect(height).toBeLessThanOrEqual(language === "en" ? 8_500 : 8_800);
    const folds = page.locator(".phone-fold");
    expect(await folds.count()).toBeGreaterThanOrEqual(8);
    for (const fold of await folds.all()) {
      const content = fold.locator("> :not(summary)").first();
      expect(await content.isVisible()).toBe(false);
      await fold.locator("summary").click();
      expect(await content.isVisible()).toBe(true);
    }
    const [contact, closing] = [await boxOf(page, "#contact"), await boxOf(page, ".closing .button")];
    expect(closing.top).toBeGreaterThan(contact.bottom);
    expect(closing.top).toBeLessThan((await boxOf(page, ".verse")).top);
  });

  test(`a phone's hero shows the whole scene above the words: ${language}`, async () => {
    const page = await open("/", { ...phone, language });
    const [picture, title] = [await boxOf(page, ".hero-picture"), await boxOf(page, ".hero h1")];
    expect(picture.bottom - picture.top).toBeGreaterThanOrEqual(195);
    expect(title.top).toBeGreaterThanOrEqual(picture.bottom);
  });

  test(`the wide hero's picture begins beside its title: ${language}`, async () => {
    for (const width of [768, 1280, 1920] as const) {
      const page = await open("/", { width, javaScript: false, stillness: true, language });
      const [picture, title] = [await boxOf(page, ".hero-picture"), await boxOf(page, ".hero h1")];
      expect(Math.abs(picture.top - title.top), `at ${width} px`).toBeLessThanOrEqual(8);
      await expectFits(page);
    }
  });

  test(`a phone's list shows the first card at once: ${language}`, async () => {
    const page = await open("/campaigns", { ...phone, language });
    expect((await boxOf(page, ".card-picture")).top).toBeLessThan(foot(page) - 200);
    const order = page.locator('select[name="sort"]');
    expect(await order.isVisible()).toBe(false);
    await page.locator(".search-fold summary").click();
    expect(await order.isVisible()).toBe(true);
  });

  test(`the consent banner is low on phones: ${language}`, async () => {
    for (const width of [320, 360] as const) {
      const page = await open("/", { width, language });
      const box = await page.locator("[data-consent-banner]").boundingBox();
      expect(box?.height).toBeGreaterThan(80);
      expect(box?.height, `at ${width} px`).toBeLessThanOrEqual(152);
      expect((await boxOf(page, ".hero-actions .button")).bottom).toBeLessThanOrEqual(foot(page));
    }
  });
}

test("signing in needs no scrolling on a phone that also shows the consent banner", async () => {
  const page = await openPage(site.url, "/auth", { width: 360 });
  await page.locator("[data-consent-banner]").waitFor();
  expect((await boxOf(page, "form .button")).bottom).toBeLessThanOrEqual(foot(page));
});

test("the bar to give shows at the foot while no other button does", async () => {
  const page = await open("/campaigns/girls-dormitories", phone);
  const bar = page.locator(".give-bar");
  const isShown = () => bar.evaluate((element) => getComputedStyle(element).visibility === "visible");
  await expect.poll(isShown).toBe(false);
  const { bottom } = await boxOf(page, ".first-actions");
  await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), bottom + 20);
  await expect.poll(isShown).toBe(true);
  const box = await bar.boundingBox();
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(foot(page));
  await bar.getByText("Donate Now").click();
  await page.waitForURL(/#give$/);
  await expect.poll(isShown).toBe(false);
});

/** As in browsers that show the bar without regard to what is in view. */
const showBarAlways = (page: Page) =>
  page.locator(".give-bar").evaluate((bar: HTMLElement) => {
    bar.style.animation = "none";
  });

for (const width of [320, 360, 768] as const)
  test(`the form of a campaign covers the whole bar to give: ${width}`, async () => {
    const page = await open("/campaigns/girls-dormitories", { ...phone, width });
    await showBarAlways(page);
    const form = await boxOf(page, ".campaign-form");
    for (const top of [form.top - 100, form.top + 20, form.bottom - 300]) {
      await page.evaluate((to) => scrollTo({ top: to, behavior: "instant" }), top);
      const seen = await page.locator(".give-bar").evaluate((bar) => {
        const { left, top: edge, right, bottom } = bar.getBoundingClientRect();
        const points = [left + 3, (left + right) / 2, right - 3].flatMap((x) =>
          [edge + 1, (edge + bottom) / 2, bottom - 1].map((y) => document.elementFromPoint(x, y)),
        );
        return points.some((found) => found !== null && bar.contains(found));
      });
      expect(seen, `scrolled to ${top}`).toBe(false);
    }
  });

test("the bar to give never covers a project's panel", async () => {
  const page = await open("/infrastructure/dormitories", phone);
  await showBarAlways(page);
  const panel = await boxOf(page, ".project-panel");
  for (const height of [640, 740])
    for (const top of [0, 150, panel.bottom - height, panel.bottom - 100]) {
      await page.setViewportSize({ width: 360, height });
      await page.evaluate((to) => scrollTo({ top: to, behavior: "instant" }), top);
      expect((await boxOf(page, ".give-bar")).top, `${height}, ${top}`).toBeGreaterThanOrEqual(panel.bottom);
    }
});

test("on the narrowest phone the bar to give breaks neither sum nor button", async () => {
  const page = await open("/campaigns/girls-dormitories", { ...phone, width: 320, language: "sw" });
  const heights = await page.locator(".give-bar :is(b, span, .button)").evaluateAll((all) =>
    all.map((each) => {
      const range = document.createRange();
      range.selectNodeContents(each);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    }),
  );
  // On this width the sum is left out.
  expect(heights).toEqual([0, 1, 1]);
  await expectFits(page);
});

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

test("the way to the top covers no field and no sum", async () => {
  for (const path of ["/zakat", "/campaigns/girls-dormitories"]) {
    const page = await open(path, { width: 360, stillness: true });
    await page.evaluate(() => scrollTo({ top: 900, behavior: "instant" }));
    const up = page.getByRole("link", { name: "Scroll to top" });
    await up.waitFor();
    expect((await up.boundingBox())?.y).toBeGreaterThan(foot(page));
    await up.click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(10);
  }
});

test("a phone shows the Zakat due beside the fields, without script", async () => {
  const page = await open("/zakat?cash=10000000", phone);
  const sum = page.locator(".sticky-sum");
  const box = await sum.boundingBox();
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(foot(page));
  expect(await sum.textContent()).toContain("250,000");
});

test("pages of payments, accounts and errors have a short footer", async () => {
  for (const path of ["/auth", "/sign-up", "/my-donations", "/campaigns/zakat/donate"]) {
    const page = await open(path, phone);
    const box = await page.locator(".site-footer").boundingBox();
    expect(box?.height).toBeLessThan(400);
  }
});

test("beside a long story, a wide screen keeps progress and Donate in view", async () => {
  await onDatabase(
    site.databaseUrl,
    `update campaigns set story = repeat('A long story of a school. ', 400) where id = 'student-scholarship'`,
  );
  const page = await open("/campaigns/student-scholarship", {
    width: 1280,
    javaScript: false,
    stillness: true,
  });
  const [form, donations] = [
    await boxOf(page, ".campaign-form"),
    await boxOf(page, ".campaign-side .supporters"),
  ];
  expect(donations.top, "the latest donations follow the form").toBeGreaterThan(form.bottom);
  expect(donations.top - form.bottom).toBeLessThan(80);
  const { bottom } = await boxOf(page, ".campaign-story");
  expect(bottom).toBeGreaterThan(3_000);
  for (const top of [bottom - 1_500, bottom - 900]) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: "instant" }), top);
    const bar = page.locator(".give-bar");
    const box = await bar.boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(foot(page));
    expect(box?.x).toBeGreaterThan(640);
    const isShown = () => bar.evaluate((element) => getComputedStyle(element).visibility === "visible");
    await expect.poll(isShown).toBe(true);
  }
  await tap(page, page.locator(".give-bar").getByText("Donate Now"));
  await page.waitForURL(/#give$/);
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

test("a card leads to its campaign or project wherever it is pressed", async () => {
  for (const [list, path] of [
    ["/campaigns", "/campaigns/conference-center"],
    ["/infrastructure", "/infrastructure/conference-center"],
  ] as const) {
    const page = await open(list, { javaScript: false });
    await page.locator(".card-text").first().click({ force: true });
    await page.waitForURL(`${site.url}${path}`);
  }
});

const fontVisits = [
  ...([320, 360, 412] as const).flatMap((width) =>
    languages.flatMap((language) =>
      ["/", "/campaigns/girls-dormitories"].map((path) => ({ path, width, language })),
    ),
  ),
  { path: "/about", width: 360, language: "en" },
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

test("the chosen amount says what it does, without script", async () => {
  const page = await open("/campaigns/student-scholarship", { javaScript: false });
  const lines = page.locator(".amounts-do li:visible");
  expect(await lines.allInnerTexts()).toEqual([expect.stringContaining("pays for one day of classes")]);
  await page.locator('input[name="amount"][value="10000"]').check();
  expect(await lines.allInnerTexts()).toEqual([expect.stringContaining("pays for two days of classes")]);
  await page.locator("#otherAmount").fill("7000");
  expect(await lines.count()).toBe(0);
  await page.goto("/campaigns/zakat");
  expect(await page.locator(".amounts-do").count()).toBe(0);
});

test("the Vice Chancellor's first sentence is quoted once", async () => {
  const page = await open("/", { javaScript: false });
  const message = page.locator("#message");
  const quote = await message.locator("blockquote").innerText();
  expect(quote).toMatch(/^Every year .* near the campus\.$/);
  expect((await message.innerText()).split("Every year").length).toBe(2);
});

test("a completed campaign says what was reached and names three open ones", async () => {
  const page = await open("/campaigns/fun-run-2025", phone);
  const main = page.getByRole("main");
  await main.getByText("Goal reached").waitFor();
  const said = (await main.innerText()).split("612 books, 40 chairs and a reading lamp for every table.");
  expect(said, "once").toHaveLength(2);
  const heading = main.getByRole("heading", { name: "What your donations did" });
  const sizeOf = (part: Locator) =>
    part.evaluate((each) => Number.parseFloat(getComputedStyle(each).fontSize));
  const sizes = [await sizeOf(heading), await sizeOf(main.locator(".updates h3"))] as const;
  expect(sizes[1], "one heading, and a title in the size of its text").toBeLessThan(0.8 * sizes[0]);
  expect(await main.getByLabel("Email").count()).toBe(0);
  const [sum, outcome] = [await boxOf(page, ".campaign-progress"), await boxOf(page, ".updates")];
  expect(sum.bottom).toBeLessThanOrEqual(outcome.top);
  expect(outcome.bottom).toBeLessThanOrEqual((await boxOf(page, ".prose")).top);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect((await boxOf(page, ".updates")).top).toBeLessThan((await boxOf(page, ".prose")).top);
  const open2 = page.locator(".open-campaigns article");
  expect(await open2.count()).toBe(3);
  expect(await open2.getByRole("link", { name: /^Donate Now/ }).count()).toBe(3);
  const tops = await open2.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect(new Set(tops).size, "in one row").toBe(1);
  expect(await page.locator(".give-bar").count()).toBe(0);
  const [state, story] = [await boxOf(page, ".campaign-closed"), await boxOf(page, ".prose")];
  expect(state.bottom, "the reason comes before the story").toBeLessThanOrEqual(story.top);
});

test("one button of a calculator stands out at a time", async () => {
  const strong = ".zakat-result :is(a, button).wide:not(.quiet, [disabled])";
  for (const [path, name] of [
    ["/zakat", "Calculate Zakat"],
    ["/zakat?cash=8000000", "Pay Zakat Now"],
    ["/zakat?cash=1000000", "Donate TSh\u00a025,000 as sadaqah"],
  ] as const) {
    const page = await open(path, { javaScript: false });
    expect(await page.locator(strong).allInnerTexts()).toEqual([name]);
  }
});

test("the contents of a text are folded on phones and open on wide screens", async () => {
  const first = ".text-contents ol a";
  expect(await (await open("/terms", phone)).locator(first).first().isVisible()).toBe(false);
  const page = await open("/terms", { javaScript: false });
  expect(await page.locator(first).first().isVisible()).toBe(true);
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

test("a missing page has a picture and searches campaigns", async () => {
  for (const path of ["/no-such-page", "/campaigns/none", "/infrastructure/none"]) {
    const page = await open(path, { javaScript: false, expected: /404/ });
    await page.locator("svg.lost-picture").waitFor();
    await page.getByRole("searchbox", { name: "Search" }).fill("dormitories");
    await page.getByRole("button", { name: "Search" }).click();
    await page.waitForURL(/\/campaigns\?q=dormitories/);
    expect(await page.getByRole("article").count()).toBe(1);
  }
});

test("wide screens unfold the home page and need no button for it", async () => {
  const page = await open("/", { width: 1280, javaScript: false });
  for (const text of ["Each of those letters is short", "SWIFT code", "Only campaigns marked as Zakat"])
    expect(await page.getByText(text).first().isVisible()).toBe(true);
  expect(await page.locator(".phone-fold > summary:not(:has(h3))").first().isVisible()).toBe(false);
});

test("links to the contact and the bank details show them on phones", async () => {
  for (const [path, text] of [
    ["/#contact", "Office hours"],
    ["/#large-donations", "SWIFT code"],
    ["/#bank-details", "SWIFT code"],
  ] as const) {
    const page = await open(path, phone);
    expect(await page.locator("main").getByText(text, { exact: true }).isVisible(), path).toBe(true);
  }
});

test("a phone's carousel has the list's card, then the way to all campaigns", async () => {
  const page = await open("/", phone);
  const card = page.locator("#campaigns .card").first();
  const [sum, percent] = [card.locator(".raised b"), card.locator(".raised span")];
  const [left, right] = [await sum.boundingBox(), await percent.boundingBox()];
  expect(Math.abs((left?.y ?? 0) - (right?.y ?? Infinity)), "on one line").toBeLessThan(12);
  const figures = await card.locator(".figures").boundingBox();
  const button = await card.locator(".button").boundingBox();
  const gap = (button?.y ?? Infinity) - (figures?.y ?? 0) - (figures?.height ?? 0);
  expect(gap, "no spare row").toBeLessThanOrEqual(14);
  const { bottom } = await boxOf(page, "#campaigns .card");
  expect((await boxOf(page, '#campaigns a[href="/campaigns"]')).top).toBeGreaterThan(bottom);
});

test("the home page leaves the styles below its first view to a file", async () => {
  const { text } = await site.get("/");
  const packed = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  expect(packed.length).toBeLessThanOrEqual(21_500);
  const sheet = /<link rel="stylesheet" href="([^"]+)"/.exec(text)?.[1] ?? "";
  expect((await site.get(sheet)).text).toContain(".impact-panel");
});

test("Zakat's page has its drawing, and the calculator before the duty", async () => {
  const page = await open("/zakat/learn-more", phone);
  expect(await page.locator(".learn-picture img").isVisible()).toBe(true);
  const duty = await page.getByRole("heading", { name: "Who pays Zakat" }).boundingBox();
  expect((await boxOf(page, "#calculator")).bottom).toBeLessThan(duty?.y ?? 0);
});

for (const javaScript of [true, false])
  test(`a project's card opens the gift at once, script ${javaScript ? "on" : "off"}`, async () => {
    const page = await open("/infrastructure", { javaScript });
    await page.getByRole("link", { name: "Donate Now: Girls dormitories" }).click();
    if (javaScript) await page.getByRole("dialog").getByText("10,000").first().waitFor();
    else await page.waitForURL("**/campaigns/girls-dormitories/mobile?amount=10000");
    expect(new URL(page.url()).pathname).toBe(
      javaScript ? "/infrastructure" : "/campaigns/girls-dormitories/mobile",
    );
  });

test("a project's bar to give shows with its story, without a sum", async () => {
  const page = await open("/infrastructure/dormitories", phone);
  const { top, bottom } = await boxOf(page, ".project-story");
  expect(bottom - top, "a story longer than the view").toBeGreaterThan(foot(page));
  await page.evaluate((to) => scrollTo({ top: to, behavior: "instant" }), top);
  // The scroll shows the bar in the next frame.
  await page.locator(".give-bar .button").waitFor();
  expect(await page.locator(".give-bar b").isVisible()).toBe(false);
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

test("the Zakat calculator's title stands clear of the header", async () => {
  for (const width of [360, 1280] as const) {
    const page = await open("/zakat", { width, javaScript: false });
    const title = page.locator(".zakat-head h1");
    expect((await boxOf(page, ".zakat-head h1")).top, String(width)).toBeGreaterThanOrEqual(
      (await boxOf(page, ".site-header")).bottom + 24,
    );
    expect(await title.isVisible()).toBe(true);
  }
});

test("the footer names towns truthfully and leads to the start form", async () => {
  const page = await open("/about", { width: 1280, javaScript: false });
  expect(await page.locator(".towns").innerText()).toMatch(/^You can donate from \w/);
  await page.getByRole("contentinfo").getByRole("link", { name: "Start a campaign" }).click();
  await page.waitForURL(/\/sign-up\?next=%2Forganizer%2Fnew$/);
});

test("a laptop's impact has the rate beside its label", async () => {
  const page = await open("/", { width: 1280, javaScript: false, stillness: true });
  const last = page.locator(".impact-cards > :last-child");
  const [label, figure] = [
    await last.locator("dt").boundingBox(),
    await last.locator(".figure").boundingBox(),
  ];
  expect(figure?.x).toBeGreaterThanOrEqual((label?.x ?? Infinity) + (label?.width ?? 0));
  expect(figure?.y).toBeLessThan((label?.y ?? 0) + (label?.height ?? 0));
  const fold = page.locator(".range summary");
  expect(await fold.evaluate((each) => getComputedStyle(each).borderTopWidth)).toBe("0px");
});

test("an order applies at once with script, and by the button without", async () => {
  const page = await open("/campaigns");
  await page.getByLabel("Sort by").selectOption({ label: "Most raised" });
  await page.waitForURL(/sort=most-raised/);
  await page.getByLabel("Zakat Eligible only").check();
  await page.waitForURL(/zakat=1/);
  const plain = await open("/campaigns", { javaScript: false });
  await plain.getByLabel("Sort by").selectOption({ label: "Most raised" });
  await plain.getByRole("button", { name: "Show campaigns" }).click();
  await plain.waitForURL(/sort=most-raised/);
});

test("a wide campaign shows its bar to give only while the form is out of view", async () => {
  const page = await open("/campaigns/girls-dormitories", { width: 1280, javaScript: false });
  const isShown = () =>
    page.locator(".give-bar").evaluate((element) => getComputedStyle(element).visibility === "visible");
  await expect.poll(isShown).toBe(false);
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

test("the impact leads with what donations did, then the sum", async () => {
  const page = await open("/", { javaScript: false });
  const impact = page.locator("#impact");
  const sizes = await impact
    .locator(".figure")
    .evaluateAll((all) => all.map((each) => parseFloat(getComputedStyle(each).fontSize)));
  expect(sizes[0]).toBe(Math.max(...sizes));
  expect(sizes[0]).toBeGreaterThan(1.4 * (sizes[1] ?? Infinity));
  const said = await impact.locator(".outcomes p").allInnerTexts();
  expect(said[0], "of the completed campaign").toBe(
    "612 books, 40 chairs and a reading lamp for every table.",
  );
  expect(await impact.locator(".outcomes img").count()).toBe(said.length);
  const [results, sums] = [impact.locator(".outcomes"), impact.locator(".impact-panel")];
  const [beside, panel] = [await results.boundingBox(), await sums.boundingBox()];
  expect((beside?.x ?? 0) + (beside?.width ?? Infinity)).toBeLessThan(panel?.x ?? 0);
  expect(await impact.innerText()).toContain("1 of 7 campaigns has reached its goal");
  expect(await sums.innerText()).toMatch(/Total Donors\s+\d+\s+Active Campaigns\s+6\s/);
  await page.setViewportSize({ width: 360, height: 640 });
  expect((await boxOf(page, ".outcomes")).bottom).toBeLessThanOrEqual(
    (await boxOf(page, ".impact-panel")).top,
  );
});

test("donors are not asked about cookies while they pay", async () => {
  const page = await open("/campaigns/girls-dormitories/mobile?amount=5000", { width: 360 });
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.locator("[data-consent-banner]").isVisible()).toBe(false);
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

test("with forced colours, choice, progress and buttons can be seen", async () => {
  const page = await openPage(site.url, "/campaigns/girls-dormitories", { javaScript: false });
  await page.emulateMedia({ forcedColors: "active" });
  const style = (selector: string, name: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
  expect(await style('.choice input[value="5000"] + span', "outline-style")).toBe("solid");
  expect(await style('.choice input[value="1000"] + span', "outline-style")).toBe("none");
  expect(await style(".campaign-progress progress", "border-top-style")).toBe("solid");
  expect(await style(".donation-form button", "border-top-width")).not.toBe("0px");
});

test("a printed campaign has no form", async () => {
  const page = await open("/campaigns/girls-dormitories");
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("#give").isVisible()).toBe(false);
  for (const asks of [page.locator("#follow-email"), page.getByRole("link", { name: "Report a concern" })])
    expect(await asks.isVisible()).toBe(false);
  expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
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

test("the fixed amount of a project can be changed", async () => {
  const page = await open("/campaigns/conference-center/mobile?amount=50000", { javaScript: false });
  await page.getByRole("link", { name: "Change the amount" }).click();
  await page.waitForURL(/\/campaigns\/conference-center\?amount=50000#give$/);
  expect(await page.getByRole("textbox", { name: "Other amount" }).inputValue()).toBe("50000");
  const zakat = await open("/campaigns/zakat/mobile?amount=50000", { javaScript: false });
  expect(await zakat.getByRole("link", { name: "Change the amount" }).count()).toBe(0);
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

test("a list inside an update has its bullets", async () => {
  const page = await open("/campaigns/girls-dormitories", phone);
  const styles = await page
    .locator(".updates > ol > li .update-words")
    .first()
    .evaluate((words) => {
      const list = document.createElement("ul");
      const item = list.appendChild(document.createElement("li"));
      words.append(list);
      const { display, borderLeftWidth } = getComputedStyle(item);
      return [display, borderLeftWidth];
    });
  expect(styles).toEqual(["list-item", "0px"]);
});

test.each(languages)("a phone's header has the fund's name in two lines: %s", async (language) => {
  const page = await open("/", { ...phone, language });
  const lines = page.locator(".logo span").evaluate((name) => {
    const { lineHeight } = getComputedStyle(name);
    return Math.round(name.getBoundingClientRect().height / parseFloat(lineHeight));
  });
  expect(await lines).toBe(2);
});

test("the verse is drawn before the first scroll, and in our font after it", async () => {
  const page = await open("/about", { width: 360, stillness: true });
  const verse = page.locator('.verse [lang="ar"]');
  const fontOf = () => verse.evaluate((text) => getComputedStyle(text).fontFamily);
  expect(await verse.evaluate((text) => text.getBoundingClientRect().height)).toBeGreaterThan(80);
  expect(await fontOf()).not.toContain("Amana Arabic");
  await page.mouse.wheel(0, 500);
  await expect.poll(fontOf).toContain("Amana Arabic");
});

test("a window that a test resized has its own size again", async () => {
  const resized = await open("/about", phone);
  await resized.setViewportSize({ width: 1280, height: 800 });
  await closePage(resized);
  const next = await open("/about", phone);
  expect(next.viewportSize()).toEqual({ width: 360, height: 700 });
});

test("beside the form a wide screen shows the campaign, and Continue in the first view", async () => {
  const page = await open("/campaigns/student-scholarship/donate", { width: 1280, javaScript: false });
  await page.setViewportSize({ width: 1280, height: 800 });
  expect((await boxOf(page, ".donation-form button.wide")).bottom).toBeLessThanOrEqual(800);
  const [panel, card] = [
    await page.locator(".donate .panel").boundingBox(),
    await page.locator(".donate-for").boundingBox(),
  ];
  expect(card?.x).toBeGreaterThan((panel?.x ?? Infinity) + (panel?.width ?? 0));
  expect(await page.locator(".donate-for progress").isVisible()).toBe(true);
  const small = await open("/campaigns/student-scholarship/donate", phone);
  expect(await small.locator(".donate-for").isVisible()).toBe(false);
});

test("a project has Donate in a phone's first view, and amounts inside their boxes", async () => {
  const page = await open("/infrastructure/dormitories", { ...phone, width: 320 });
  const box = await page.getByRole("banner").getByRole("link", { name: "Donate" }).boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(foot(page));
  const fits = page
    .locator(".project-amounts .choice span")
    .evaluateAll((all) => all.map((each) => each.scrollWidth <= each.clientWidth));
  expect(await fits).toEqual([true, true, true]);
  const { top } = await boxOf(page, ".project-story");
  await page.evaluate((to) => scrollTo({ top: to, behavior: "instant" }), top);
  const give = page.locator(".give-bar .button");
  await expect.poll(() => give.evaluate((each) => getComputedStyle(each).visibility)).toBe("visible");
  await tap(page, give);
  await page.waitForURL(/#support$/);
});

test("a tablet has the bar to give too", async () => {
  const page = await open("/campaigns/girls-dormitories", { width: 768, javaScript: false, stillness: true });
  const { bottom } = await boxOf(page, ".first-actions");
  await page.evaluate((to) => scrollTo({ top: to, behavior: "instant" }), bottom + 40);
  const box = await page.locator(".give-bar .button").boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(foot(page));
});

test("open campaigns come before closed ones on the home page", async () => {
  const page = await open("/", phone);
  const words = await page.locator("#campaigns .card .button").allInnerTexts();
  const isOpen = words.map((each) => each === "Donate Now");
  expect(isOpen).toEqual(isOpen.toSorted((one, other) => Number(other) - Number(one)));
  expect(isOpen.length).toBeLessThanOrEqual(6);
});

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

test("a message covers no field of a phone's form", async () => {
  const page = await openClearedPage(site.url, "/auth", { width: 360, expected: /401/ });
  await page.getByLabel("Username").fill("unknown-person");
  await page.getByLabel("Password", { exact: true }).fill("a wrong password");
  await page.locator("[data-island=sign-in][data-awake]").waitFor();
  await page.getByRole("button", { name: "Sign In" }).click();
  const message = await page.locator(".toast").boundingBox();
  for (const field of await page.locator("main input:visible").all()) {
    const box = await field.boundingBox();
    expect(box?.y).toBeGreaterThan((message?.y ?? Infinity) + (message?.height ?? 0));
  }
});

test("the limit of mobile money is not said to who pays by card", async () => {
  const page = await open("/campaigns/girls-dormitories/donate", phone);
  await page.getByText("Card and other ways to pay").click();
  const limit = page.getByText(/in one mobile money transaction/);
  expect(await limit.isVisible()).toBe(true);
  await page.getByRole("radio", { name: /^Card/ }).check({ force: true });
  expect(await limit.isVisible()).toBe(false);
});

for (const language of languages)
  test(`a phone's contact has WhatsApp, phone and email first, and the map last: ${language}`, async () => {
    const page = await open("/#contact", { ...phone, language });
    const ways = page.locator(".contact-first a");
    const kinds = await ways.evaluateAll((all) => all.map((each) => each.getAttribute("href")?.slice(0, 6)));
    expect(kinds).toEqual(["https:", "tel:+2", "mailto"]);
    const boxes = await ways.evaluateAll((all) =>
      all.map((each) => {
        const { top, bottom } = each.getBoundingClientRect();
        return { top: Math.round(top), bottom, height: bottom - top };
      }),
    );
    expect(new Set(boxes.map(({ top }) => top)).size, "in one row").toBe(1);
    for (const { bottom, height } of boxes) {
      expect(height).toBeGreaterThanOrEqual(44);
      expect(bottom, "in the first view").toBeLessThanOrEqual(foot(page));
    }
    const [first, list, map] = [
      await boxOf(page, ".contact-first"),
      await boxOf(page, ".contact"),
      await boxOf(page, ".map-place"),
    ];
    expect(first.bottom).toBeLessThan(list.top);
    expect(list.bottom).toBeLessThan(map.top);
  });

test("a phone's poster has its two buttons in the first view, and its code in the middle", async () => {
  const page = await open("/campaigns/girls-dormitories/poster", { width: 360, stillness: true });
  const buttons = page.locator(".poster-actions .button");
  expect(await buttons.allInnerTexts()).toEqual(["Print poster", "Share"]);
  const boxes = await Promise.all((await buttons.all()).map((each) => each.boundingBox()));
  expect(Math.round(boxes[0]?.width ?? 0)).toBe(Math.round(boxes[1]?.width ?? 1));
  for (const box of boxes)
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(foot(page) / 2);
  const code = await page.locator(".poster .qr-code").boundingBox();
  expect(Math.round((code?.x ?? 0) + (code?.width ?? 0) / 2)).toBe(180);
  await page.evaluate(() => {
    Object.assign(globalThis, { print: () => document.body.setAttribute("data-printed", "") });
  });
  await buttons.first().click();
  await page.locator("[data-printed]").waitFor();
  expect(await buttons.last().getAttribute("href")).toBe("/campaigns/girls-dormitories#share");
});

test("each category has a sign, on cards and filters", async () => {
  const page = await open("/campaigns", phone);
  const signs = await page
    .locator(".filters a:has(path)")
    .evaluateAll((all) => all.map((each) => each.querySelector("path")?.getAttribute("d")));
  expect(signs, "all but All").toHaveLength((await page.locator(".filters a").count()) - 1);
  expect(new Set(signs).size, "its own").toBe(signs.length);
  const cards = page.locator(".card .badge:first-child path");
  expect(await cards.count()).toBe(await page.getByRole("article").count());
  for (const card of await cards.all()) expect(signs).toContain(await card.getAttribute("d"));
});

test("a phone's row of categories begins with the chosen one", async () => {
  const page = await open("/campaigns?category=events", phone);
  const box = await page.locator(".filters [aria-current]").boundingBox();
  expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThan(360);
});

for (const width of [768, 1024, 1280] as const)
  test(`the search row of the campaigns ends with the cards: ${width}`, async () => {
    const page = await open("/campaigns", { width, stillness: true });
    const edges = (selector: string) =>
      page.locator(selector).evaluate((each) => {
        const { left, right } = each.getBoundingClientRect();
        return { left: Math.round(left), right: Math.round(right) };
      });
    const cards = await edges("ul.cards");
    expect(await edges(".list-page h1")).toMatchObject({ left: cards.left });
    expect(await edges(".search-text")).toMatchObject({ left: cards.left });
    const right = await page
      .locator(".search-form > *")
      .evaluateAll((all) => Math.max(...all.map((each) => Math.round(each.getBoundingClientRect().right))));
    expect(right).toBe(cards.right);
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

// Last, because it takes a picture away.
test("a campaign without a picture has its title on a cover", async () => {
  await onDatabase(site.databaseUrl, "update campaigns set image = null where id = 'cash-waqfu'");
  for (const width of [360, 1280] as const) {
    const page = await open("/campaigns/cash-waqfu", { ...phone, width });
    const cover = page.locator(".campaign-cover");
    expect(await cover.getByRole("heading", { level: 1 }).innerText()).toBe("Cash waqfu");
    expect(await page.locator(".campaign .picture-missing").count()).toBe(0);
    const { top, bottom } = await boxOf(page, ".campaign-cover");
    expect(bottom - top, "no higher than a picture").toBeLessThanOrEqual(width === 360 ? 240 : 330);
    const [sign, title] = [await cover.locator("> .sign").boundingBox(), await boxOf(page, "h1")];
    expect((sign?.y ?? Infinity) + (sign?.height ?? 0)).toBeLessThanOrEqual(title.top);
    await expectFits(page);
  }
  const list = await open("/campaigns?category=registered-waqfu", phone);
  expect(await list.locator(".card-picture > .sign").isVisible()).toBe(true);
});
