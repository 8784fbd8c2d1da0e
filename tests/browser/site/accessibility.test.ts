import { test } from "vitest";
import { expectAccessible, expectFits } from "#tests/support/browser/accessibility.ts";
import { missing, pages } from "#tests/support/content/public-paths.ts";
import { closePage, openClearedPage, type Look } from "#tests/support/browser/open.ts";
import { everyRow, pairwise } from "#tests/support/pairwise.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();

const combinations = process.env["FULL_MATRIX"] ? everyRow : pairwise;
const matrix = combinations([
  [...pages, ...missing],
  ["light", "dark"],
  ["en", "sw"],
  ["320", "1280"],
]);

for (const [path = "", theme, language, width] of matrix) {
  test(`${path} is accessible: ${theme}, ${language}, ${width} px`, async () => {
    const look: Look = {
      theme: theme === "dark" ? "dark" : "light",
      language: language === "sw" ? "sw" : "en",
      width: width === "320" ? 320 : 1280,
      stillness: true,
      ...(missing.includes(path) ? { expected: /404/ } : {}),
    };
    const page = await openClearedPage(site.url, path, look);
    await expectAccessible(page);
  });
}

for (const theme of ["light", "dark"] as const)
  test(`opened menus and dialogs are accessible: ${theme}`, async () => {
    const page = await openClearedPage(site.url, "/", { theme, width: 320, stillness: true });
    await page.getByRole("button", { name: "Settings", exact: true }).click();
    await page.getByRole("dialog", { name: "Privacy Settings" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save Settings" }).click();

    await page.getByLabel("Menu", { exact: true }).click();
    await expectAccessible(page);
    await page.getByLabel("Menu", { exact: true }).click();
    await page.getByText(/^All \d+ towns$/).click();
    await expectAccessible(page);
  });

test("text at double size still fits", async () => {
  for (const path of pages) {
    const page = await openClearedPage(site.url, path, { width: 768, density: 2, language: "sw" });
    await page.setViewportSize({ width: 384, height: 400 });
    await expectFits(page);
    await closePage(page);
  }
});
