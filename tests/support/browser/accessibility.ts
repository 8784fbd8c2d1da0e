import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Look } from "./open.ts";

declare global {
  interface Window {
    axe: typeof import("axe-core");
  }
}

const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const narrow = { width: 320, theme: "dark" } as const satisfies Look;
const wide = { width: 1280, theme: "light" } as const satisfies Look;

/** The narrowest width. FULL_MATRIX checks the wide one too. */
export const looks: Look[] = process.env["FULL_MATRIX"] ? [narrow, wide] : [narrow];

/** All visible content, or only `within`, passes axe and is no wider than the window. */
export async function expectAccessible(page: Page, where = page.url(), within = "html"): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const { passes, violations, unread } = await page.evaluate(runAxe, within);
  expect(passes, where).toBeGreaterThan(10);
  expect(violations, where).toEqual([]);
  expect(unread, `${where} has frames that axe did not read`).toEqual([]);
  await expectFits(page, where);
}

/** Runs in the page. Only the short answer returns, because a report of all rules is long. */
async function runAxe(within: string) {
  const { passes, violations, incomplete } = await window.axe.run(
    // axe cannot enter a sandboxed frame. Its content is a page or an email with separate tests.
    { include: [[within]], exclude: [["iframe[sandbox]"]] },
    // Style sheets are only read for a rule that axe does not run. Violations are shown by their HTML, not by selectors.
    { resultTypes: ["violations"], preload: { assets: ["media"] }, selectors: false },
  );
  const htmlOf = ({ html }: { html: string }) => html.slice(0, 200);
  return {
    passes: passes.length,
    violations: violations.map(({ id, nodes }) => ({ id, at: nodes.map(htmlOf) })),
    unread: incomplete.filter(({ id }) => id === "frame-tested").flatMap(({ nodes }) => nodes.map(htmlOf)),
  };
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
