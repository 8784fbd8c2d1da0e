import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { boxOf, foot } from "#tests/support/browser/boxes.ts";
import { openClearedPage, type Look } from "#tests/support/browser/open.ts";
import { expectFits } from "#tests/support/browser/accessibility.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const phone: Look = { width: 360, javaScript: false, stillness: true };
const open = (path: string, look: Look = {}) => openClearedPage(site.url, path, look);

/** A finger does not scroll first. Playwright's click can, and the give bar hides when the page's own button comes into view. */
async function tap(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (box === null) throw new Error("there is nothing to tap");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

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

/** As in browsers that know no scroll timelines. They show the bar without regard to what is in view. */
async function showBarAlways(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const sheet of document.styleSheets)
      for (const [at, rule] of [...[...sheet.cssRules].entries()].toReversed())
        if (rule instanceof CSSSupportsRule && rule.conditionText.includes("animation-timeline"))
          sheet.deleteRule(at);
  });
  const shown = page.locator(".give-bar").evaluate((bar) => {
    const { position, animationName } = getComputedStyle(bar);
    return [position, animationName];
  });
  expect(await shown).toEqual(["sticky", "none"]);
}

const ownWays = ".first-actions, .campaign-form, .project-panel";

test.each([
  ["/campaigns/girls-dormitories", "en"],
  ["/campaigns/zakat", "sw"],
  ["/infrastructure/dormitories", "en"],
] as const)("a phone has the bar wherever no other way to give is in view: %s", async (path, language) => {
  const page = await open(path, { ...phone, language });
  const bar = page.locator(".give-bar");
  const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  const places = Array.from({ length: Math.ceil(end / 180) }, (_, at) => at * 180);
  let shownBelow = 0;
  for (const top of [...places, end]) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: "instant" }), top);
    const [isOther, isPast] = await page.locator(ownWays).evaluateAll((all) => {
      const boxes = all.map((each) => each.getBoundingClientRect()).filter(({ height }) => height > 0);
      const isInView = boxes.some((box) => box.bottom > 0 && box.top < innerHeight);
      return [isInView, boxes.every(({ bottom }) => bottom <= 0)];
    });
    await expect
      .poll(() => bar.evaluate((each) => getComputedStyle(each).visibility), { message: `at ${top}` })
      .toBe(isOther ? "hidden" : "visible");
    if (isPast) shownBelow += 1;
    if (!isOther) expect((await bar.boundingBox())?.y).toBe(foot(page) - (await heightOf(bar)));
  }
  expect(shownBelow, "below the last way to give").toBeGreaterThan(2);
  const { bottom } = await page.locator(".footer-end").evaluate((each) => each.getBoundingClientRect());
  expect(bottom, "the end of the page is above the bar").toBeLessThanOrEqual(
    foot(page) - (await heightOf(bar)),
  );
});

const heightOf = async (bar: Locator) => (await bar.boundingBox())?.height ?? NaN;

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

test("a project's bar to give shows with its story, without a sum", async () => {
  const page = await open("/infrastructure/dormitories", phone);
  const { top, bottom } = await boxOf(page, ".project-story");
  expect(bottom - top, "a story longer than the view").toBeGreaterThan(foot(page));
  await page.evaluate((to) => scrollTo({ top: to, behavior: "instant" }), top);
  // The scroll shows the bar in the next frame.
  await page.locator(".give-bar .button").waitFor();
  expect(await page.locator(".give-bar b").isVisible()).toBe(false);
});

test("a wide campaign shows its bar to give only while the form is out of view", async () => {
  const page = await open("/campaigns/girls-dormitories", { width: 1280, javaScript: false });
  const isShown = () =>
    page.locator(".give-bar").evaluate((element) => getComputedStyle(element).visibility === "visible");
  await expect.poll(isShown).toBe(false);
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
