import { expect, test } from "vitest";
import { openClearedPage } from "#tests/support/browser/open.ts";
import { oneSpaced, pageTexts } from "#tests/support/content/page-texts.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();

for (const { path, language, status, wanted } of pageTexts)
  test(`with script, ${path} in ${language} has the specified texts`, async () => {
    const expected = status === 404 ? { expected: /404/ } : {};
    const page = await openClearedPage(site.url, path, { language, ...expected });
    // Islands hydrate in view after a first interaction, and must not change any text.
    await page.mouse.move(200, 300);
    await page.mouse.wheel(0, 400);
    const missing = async () => {
      const text = await page.locator("body").evaluate((body) => {
        const named = [...body.querySelectorAll("[aria-label]")].map((each) =>
          each.getAttribute("aria-label"),
        );
        const shown = document.importNode(body, true);
        for (const each of shown.querySelectorAll("script, style, template")) each.remove();
        return `${shown.textContent} ${named.join(" ")}`;
      });
      return wanted.filter((words) => !oneSpaced(text).includes(words));
    };
    if ((await page.locator("[data-island]").count()) > 0) await page.waitForLoadState("networkidle");
    expect(await missing()).toEqual([]);
  });
