import type { Response } from "playwright-core";
import { expect, test } from "vitest";
import { bytesDuring, total } from "#bench/page-bytes.ts";
import { pages } from "#tests/support/addresses.ts";
import { openPage } from "#tests/support/browser.ts";
import { testSite } from "#tests/support/site.ts";

const site = await testSite();
const kB = 1000;

// The wide screen is the heavier one; the phone's figures stand for most visitors.
const visits = [
  ...pages.map((path) => [path, 1280] as const),
  ["/", 360] as const,
  ["/campaigns", 360] as const,
];

test.each(visits)(
  "%s is light at %d px: little script before a touch, a small first view",
  async (path, width) => {
    await site.get(path);
    const page = await openPage(site.url, "about:blank", { width });
    const { whole, bodies } = await bytesDuring(page, () => page.goto(path, { waitUntil: "networkidle" }));
    expect(whole.document).toBeGreaterThan(1 * kB);
    expect(bodies.script, "script before anything is touched").toBeLessThanOrEqual(3 * kB);
    expect(total(whole), "everything").toBeLessThanOrEqual((path === "/" ? 120 : 80) * kB);
  },
);

test("React comes only when an island needs it, and is not heavy then", async () => {
  const page = await openPage(site.url, "about:blank");
  await page.goto("/zakat", { waitUntil: "networkidle" });
  const { bodies } = await bytesDuring(page, async () => {
    const react = page.waitForResponse(
      (response) => Number(response.headers()["content-length"]) > 20 * kB && isScript(response),
    );
    await page.locator("main input").first().focus();
    await (await react).finished();
  });
  expect(bodies.script).toBeGreaterThan(20 * kB);
  expect(bodies.script).toBeLessThanOrEqual(65 * kB);
});

const isScript = (response: Response) => response.request().resourceType() === "script";
