import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Look } from "./open.ts";

const narrow = { width: 320, theme: "dark" } as const satisfies Look;
const wide = { width: 1280, theme: "light" } as const satisfies Look;

/** The widths to check: the narrowest, and all of them with the full matrix. */
export const looks: Look[] = process.env["FULL_MATRIX"] ? [narrow, wide] : [narrow];

/** Every visible part, or the part `within`, is usable by everybody and no wider than the window. */
export async function expectAccessible(page: Page, where = page.url(), within = "html"): Promise<void> {
  // A sandboxed frame lets nobody in, and axe neither; what it shows is a page or a letter with tests of its own.
  const { violations, passes } = await new AxeBuilder({ page })
    .include(within)
    .exclude("iframe[sandbox]")
    // In the page itself: otherwise each look would open a window of its own to put its findings together.
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
