import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Look } from "./open.ts";

const narrow = { width: 320, theme: "dark" } as const satisfies Look;
const wide = { width: 1280, theme: "light" } as const satisfies Look;

/** The narrowest width. FULL_MATRIX checks the wide one too. */
export const looks: Look[] = process.env["FULL_MATRIX"] ? [narrow, wide] : [narrow];

/** All visible content, or only `within`, passes axe and is no wider than the window. */
export async function expectAccessible(page: Page, where = page.url(), within = "html"): Promise<void> {
  // axe cannot enter a sandboxed frame. Its content is a page or an email with separate tests.
  const { violations, passes } = await new AxeBuilder({ page })
    .include(within)
    .exclude("iframe[sandbox]")
    // Legacy mode runs in the page itself. Otherwise each check would open another window.
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .analyze();
  expect(passes.length, where).toBeGreaterThan(10);
  expect(
    violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html.slice(0, 200)) })),
    where,
  ).toEqual([]);
  await expectFits(page, where);
}

export async function expectFits(page: Page, where = page.url()): Promise<void> {
  const wider = await page.evaluate(() => {
    const room = document.documentElement.clientWidth;
    return document.documentElement.scrollWidth > room
      ? [...document.querySelectorAll("body *")]
          .filter((element) => element.getBoundingClientRect().right > room + 1)
          .map((element) => element.outerHTML.slice(0, 120))
          .slice(-3)
      : [];
  });
  expect(wider, `${where} is wider than its window`).toEqual([]);
}
