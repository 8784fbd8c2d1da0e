import { expect, test } from "vitest";
import { bytesDuring, total } from "#bench/page-bytes.ts";
import { pages } from "#tests/support/content/public-paths.ts";
import { openClearedPage } from "#tests/support/browser/open.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const kB = 1000;

// With plain screens the wide one is heavier. A phone with a dense screen gets larger pictures.
const visits = [
  ...pages.map((path) => [path, 1280, 1] as const),
  ...["/", "/campaigns", "/infrastructure", "/zakat/learn-more"].map((path) => [path, 412, 2.625] as const),
  ["/campaigns", 360, 3] as const,
  ["/zakat/learn-more", 360, 2] as const,
  ...["/campaigns", "/infrastructure"].map((path) => [path, 1280, 2] as const),
];

test.each(visits)("%s is light at %d px with density %d", async (path, width, density) => {
  await site.get(path);
  const page = await openClearedPage(site.url, "about:blank", { width, density });
  const { whole, bodies } = await bytesDuring(page, () => page.goto(path, { waitUntil: "networkidle" }));
  expect(whole.document).toBeGreaterThan(1 * kB);
  const calculator = /^(?:\/sw)?\/zakat/.test(path) ? 7 * kB : 0;
  expect(bodies.script, "script before the first interaction").toBeLessThanOrEqual(3 * kB + calculator);
  expect(total(whole), "everything").toBeLessThanOrEqual((path === "/" ? 120 : 80) * kB);
});

test("a wide list fetches the pictures of later rows only near them", async () => {
  const page = await openClearedPage(site.url, "about:blank");
  const { whole } = await bytesDuring(page, () => page.goto("/campaigns", { waitUntil: "networkidle" }));
  expect(total(whole), "with room for other pictures").toBeLessThanOrEqual(66 * kB);
  const last = page.locator(".card img").last();
  const isLoaded = () =>
    last.evaluate((each) => each instanceof HTMLImageElement && each.complete && each.naturalWidth > 0);
  expect(await isLoaded()).toBe(false);
  const before = await page.evaluate(() => document.documentElement.scrollHeight);
  await last.scrollIntoViewIfNeeded();
  await expect.poll(isLoaded).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollHeight), "its place was kept").toBe(before);
});

test("React loads only for an island and stays within its limit", async () => {
  const page = await openClearedPage(site.url, "about:blank");
  await page.goto("/", { waitUntil: "networkidle" });
  const sizes = new Map<string, number>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (response.request().resourceType() === "script")
      sizes.set(pathname, Number(response.headers()["content-length"]));
  });
  await page.locator("[data-island=map-view] button").hover();
  await page.locator("[data-island=map-view][data-awake]").waitFor();
  await page.waitForLoadState("networkidle");
  const sum = (of: RegExp) =>
    [...sizes].filter(([path]) => of.test(path)).reduce((bytes, [, size]) => bytes + size, 0);
  const react = sum(/\/(client|react|jsx-runtime|rolldown-runtime|hydrate)-/);
  expect(react).toBeGreaterThan(20 * kB);
  expect(react, "React").toBeLessThanOrEqual(65 * kB);
  expect(sum(/./) - react, "the other islands in view").toBeLessThanOrEqual(12 * kB);
});
