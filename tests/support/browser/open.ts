import { isDeepStrictEqual } from "node:util";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "playwright-core";
import { expect, inject } from "vitest";
import { localAddress } from "#app/site/address.ts";
import type { Language } from "#domain/content/language.ts";
import { chromiumFlags } from "./chromium.ts";
import { patience } from "#tests/support/patience.ts";

export type Look = {
  javaScript?: boolean;
  theme?: "light" | "dark";
  width?: 320 | 360 | 412 | 768 | 1024 | 1280 | 1920;
  /** Physical pixels for each CSS pixel. */
  density?: number;
  language?: Language;
  stillness?: boolean;
  /** Errors that this page is expected to log, such as the browser's message about a 404. */
  expected?: RegExp;
};

type Opened = {
  context: BrowserContext;
  size: { width: number; height: number };
  options: string;
  reuse: boolean;
  expected: RegExp | undefined;
  faults: string[];
};

let launched: Promise<Browser> | undefined;
const opened = new Set<Opened>();
const idle: Opened[] = [];

/** Runs after every test, so that no test can forget the check. */
export async function closePages(): Promise<void> {
  const all = [...opened];
  const faults = all.flatMap((each) => each.faults);
  await Promise.all(all.map(release));
  expect(faults, "errors in the browser").toEqual([]);
}

export async function closePage(page: Page): Promise<void> {
  const found = [...opened].find(({ context }) => context === page.context());
  if (!found) throw new Error("this page was not opened by openPage");
  const { faults } = found;
  await release(found);
  expect(faults, "errors in the browser").toEqual([]);
}

async function release(each: Opened): Promise<void> {
  opened.delete(each);
  if (!each.reuse) return each.context.close();
  const [page, ...others] = each.context.pages();
  await Promise.all(others.map((other) => other.close()));
  if (page) await blank(page);
  // Otherwise the next test has the size that this one chose, if it gets this window.
  if (page && !isDeepStrictEqual(page.viewportSize(), each.size)) await page.setViewportSize(each.size);
  await each.context.clearCookies();
  await each.context.clearPermissions();
  each.faults = [];
  idle.push(each);
}

/** Resets everything that a test may change on a page, except init scripts and a simulated clock. */
async function blank(page: Page): Promise<void> {
  page.removeAllListeners();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.setExtraHTTPHeaders({});
  await page.emulateMedia({ media: null });
  await page.evaluate(() => {
    // A blank page or an error page has no storage.
    if (origin !== "null") sessionStorage.clear();
  });
  await page.goto("about:blank");
}

/** A fresh visitor's page. Console errors, script errors, blocked content and requests to strangers fail the test. */
export function openPage(site: string, path: string, look: Look = {}): Promise<Page> {
  return open(site, path, look, false);
}

/**
 * As `openPage`, in the window of an earlier test, without its cookies and storage but with its HTTP cache. A new
 * window costs Chromium more than a page. Do not use it if a test sets a clock or network: they
 * would remain.
 */
export function openClearedPage(site: string, path: string, look: Look = {}): Promise<Page> {
  return open(site, path, look, true);
}

async function open(site: string, path: string, look: Look, reuse: boolean): Promise<Page> {
  const taken = await takeContext(site, look, reuse);
  taken.expected = look.expected;
  const fault = (text: string) => addFault(taken, text);
  const page = taken.context.pages()[0] ?? (await newPage(taken.context));
  if (reuse) await clearHistory(page, site);
  page.on("console", (message) => {
    // A sandboxed frame refuses scripts of test tools, as it should.
    if (message.text().includes("frame is sandboxed")) return;
    if (message.type() === "error" || message.type() === "warning")
      fault(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => fault(`script error: ${error.message}`));
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText;
    // Leaving a page aborts its remaining requests.
    if (why !== "net::ERR_ABORTED") fault(`${request.url()} failed: ${why}`);
  });
  // A page that is blank already does not load again.
  if (page.url() !== path) await page.goto(localAddress(look.language ?? "en", path));
  return page;
}

async function takeContext(site: string, look: Look, reuse: boolean): Promise<Opened> {
  const { javaScript = true, theme = "light", width = 1280, density = 1 } = look;
  const size = { width, height: width < 768 ? 700 : 800 };
  const options: BrowserContextOptions = {
    baseURL: site,
    javaScriptEnabled: javaScript,
    colorScheme: theme,
    viewport: size,
    deviceScaleFactor: density,
    locale: `${look.language ?? "en"}-TZ`,
    reducedMotion: look.stillness ? "reduce" : "no-preference",
    serviceWorkers: "block",
  };
  const key = JSON.stringify(options);
  const found = reuse ? idle.findIndex((each) => each.options === key) : -1;
  const taken =
    idle.splice(found, found < 0 ? 0 : 1)[0] ?? (await newContext(options, { options: key, size, reuse }));
  opened.add(taken);
  return taken;
}

async function newContext(
  options: BrowserContextOptions,
  kept: Pick<Opened, "options" | "size" | "reuse">,
): Promise<Opened> {
  const browser = await (launched ??= chromium.launch({
    executablePath: inject("browser"),
    args: chromiumFlags,
  }));
  const context = await browser.newContext(options);
  context.setDefaultTimeout(patience);
  const made: Opened = { context, ...kept, expected: undefined, faults: [] };
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== options.baseURL) addFault(made, `a request to ${origin}`);
  });
  return made;
}

/**
 * In the headless shell the mouse is in the corner of the screen, where each new window opens. Without a move, every
 * page would get a pointer event that no test made. A window off the screen would get one animation frame a second, and
 * a click waits for two.
 */
async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const { windowId } = await session.send("Browser.getWindowForTarget");
  await session.send("Browser.setWindowBounds", { windowId, bounds: { left: 100, top: 100 } });
  await session.detach();
  return page;
}

function addFault({ expected, faults }: Opened, text: string): void {
  if (!expected?.test(text)) faults.push(text);
}

async function clearHistory(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.send("Page.resetNavigationHistory");
  await session.detach();
}
