import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { openPage, type Look } from "./browser.ts";
import { signIn } from "./people.ts";
import type { Site } from "./site.ts";

/** Opens pages of the staff area as somebody who is signed in already; each person signs in once. */
export function staffPages(site: Site) {
  const cookies = new Map<string, string>();

  async function become(page: Page, who: string): Promise<void> {
    const cookie = cookies.get(who) ?? (await signIn(site, who));
    cookies.set(who, cookie);
    const [name = "", value = ""] = cookie.split("=");
    await page.context().addCookies([{ name, value, url: site.url }]);
  }

  async function open(who: string, path: string, look: Look = {}): Promise<Page> {
    const page = await openPage(site.url, "/healthz", { stillness: true, ...look });
    await become(page, who);
    await page.goto(path);
    if (look.javaScript !== false) await awake(page);
    return page;
  }
  return { open, become };
}

/** The page has woken: what is done to it now is heard by its script. */
export const awake = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith("__reactFiber")));

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude("iframe").analyze();
  expect(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 160))]),
    page.url(),
  ).toEqual([]);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beyond, `${page.url()} is wider than its window`).toBeLessThanOrEqual(0);
}
