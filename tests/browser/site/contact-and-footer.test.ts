import { expect, test } from "vitest";
import { openClearedPage } from "#tests/support/browser/open.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();

test.each(["/my-donations", "/campaigns/girls-dormitories/donate"])(
  "a high screen ends with the footer: %s",
  async (path) => {
    const page = await openClearedPage(site.url, path, { width: 1920, stillness: true });
    await page.setViewportSize({ width: 1920, height: 1_400 });
    const bottom = await page.locator(".site-footer").evaluate((each) => each.getBoundingClientRect().bottom);
    expect(bottom).toBeGreaterThanOrEqual(1_400);
  },
);

test("the contact has a drawn map with its button, and one baseline", async () => {
  const page = await openClearedPage(site.url, "/", { width: 1280, stillness: true });
  const map = await page.locator(".drawn-map").boundingBox();
  expect(map?.height).toBe(240);
  const button = await page.locator(".map .button").boundingBox();
  expect(button?.y).toBeGreaterThan(map?.y ?? Infinity);
  expect((button?.y ?? Infinity) + (button?.height ?? 0)).toBeLessThan((map?.y ?? 0) + 240);
  const tops = await page.locator(".contact > div").evaluateAll((all) =>
    all.map((each) => {
      const range = document.createRange();
      const line = each.querySelector("dd a") ?? each.querySelector("dd");
      if (line?.firstChild) range.selectNode(line.firstChild);
      return Math.round(range.getBoundingClientRect().top);
    }),
  );
  expect(new Set(tops).size, "one baseline").toBe(1);
  const pitch = await page
    .locator(".contact dd:has(a)")
    .evaluateAll((all) => all.slice(0, 2).map((each) => each.getBoundingClientRect().top));
  expect((pitch[1] ?? 0) - (pitch[0] ?? 0)).toBe(32);
});
