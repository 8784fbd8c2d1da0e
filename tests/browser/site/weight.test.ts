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

test.each(["/zakat", "/campaigns", "/sw"])(
  "a resting mouse and a restored place load no script: %s",
  async (path) => {
    const page = await openClearedPage(site.url, "about:blank");
    await page.goto(path, { waitUntil: "networkidle" });
    const later: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") later.push(request.url());
    });
    // Chromium sends the first when a page appears under the mouse, and every browser the second after a reload.
    await page.evaluate(() => {
      dispatchEvent(new PointerEvent("pointermove", { movementX: 0, movementY: 0 }));
      dispatchEvent(new Event("scroll"));
      // Islands are observed in the same way, and before this.
      const seen = new Promise((done) => new IntersectionObserver(done).observe(document.body));
      return seen.then(() => fetch("/healthz")).then(() => true);
    });
    expect(later).toEqual([]);
    await page.mouse.move(640, 700);
    await page.mouse.wheel(0, 300);
    await page
      .locator("[data-island][data-awake]:is([data-island=donation], [data-island=live])")
      .first()
      .waitFor();
  },
);

test.each([1, 2])("the pictures of a list are sharp on laptops: density %d", async (density) => {
  const page = await openClearedPage(site.url, "about:blank", { density });
  await page.goto("/campaigns", { waitUntil: "networkidle" });
  const sharpness = await page
    .locator(".card img")
    .first()
    .evaluate((each: HTMLImageElement) => {
      const [, width] = /\/(\d+)\.\w+$/.exec(each.currentSrc) ?? [];
      return Number(width) / each.clientWidth / devicePixelRatio;
    });
  expect(sharpness, "pixels of the file for each of the screen").toBeGreaterThan(0.95);
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
