import { expect, test } from "vitest";
import { openClearedPage } from "#tests/support/browser/open.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const lost = /No picture|404|Failed to load resource/;

test.each([true, false])(
  "a picture that fails shows a plain colour without its text, script %s",
  async (javaScript) => {
    const page = await openClearedPage(site.url, "/about", { javaScript, expected: lost });
    const announced: string[] = [];
    page.on("console", (message) => void announced.push(message.text()));
    await page.route("**/media/**", (route) => route.fulfill({ status: 404 }));
    await page.goto("/infrastructure");
    const picture = page.locator("main img").first();
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() =>
        picture.evaluate((img) => img instanceof HTMLImageElement && img.complete && img.naturalWidth),
      )
      .toBe(0);

    const covered = await picture.evaluate((img) => {
      const { backgroundColor, position } = getComputedStyle(img, "::after");
      return { isPlain: backgroundColor !== "rgba(0, 0, 0, 0)", position, text: getComputedStyle(img).color };
    });
    expect(covered).toEqual({ isPlain: true, position: "absolute", text: "rgba(0, 0, 0, 0)" });
    if (javaScript)
      await expect.poll(() => announced.some((line) => /^No picture .*\/media\//.test(line))).toBe(true);
  },
);
