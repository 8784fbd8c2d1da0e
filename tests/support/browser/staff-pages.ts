import type { Page } from "playwright-core";
import { openClearedPage, type Look } from "./open.ts";
import { signIn } from "#tests/support/accounts/people.ts";
import type { Site } from "#tests/support/server/site.ts";

/** Opens staff pages in an existing session. Each person signs in once. */
export function staffPages(site: Site) {
  const cookies = new Map<string, string>();

  async function become(page: Page, who: string): Promise<void> {
    const cookie = cookies.get(who) ?? (await signIn(site, who));
    cookies.set(who, cookie);
    const [name = "", value = ""] = cookie.split("=");
    await page.context().addCookies([{ name, value, url: site.url }]);
  }

  async function open(who: string, path: string, look: Look = {}): Promise<Page> {
    const page = await openClearedPage(site.url, "about:blank", { stillness: true, ...look });
    await become(page, who);
    await page.goto(path);
    if (look.javaScript !== false) await awake(page);
    return page;
  }
  return { open, become };
}

/** Waits for hydration, so that the script handles the next interaction. */
export const awake = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith("__reactFiber")));
