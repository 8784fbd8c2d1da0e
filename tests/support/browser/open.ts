import { isDeepStrictEqual } from "node:util";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { expect, inject } from "vitest";
import { localAddress } from "#app/site/address.ts";
import type { Language } from "#domain/content/language.ts";
import { chromiumFlags } from "./chromium.ts";
import { patience } from "#tests/support/patience.ts";

export type Look = {
  javaScript?: boolean;
  theme?: "light" | "dark";
  width?: 320 | 332 | 360 | 412 | 768 | 1024 | 1280 | 1920;
  /** Physical pixels for each CSS pixel. */
  density?: number;
  language?: Language;
  stillness?: boolean;
  /** Errors that this page is expected to log, such as the browser's message about a 404. */
  expected?: RegExp;
};

/** Properties that a window keeps for its whole life. Size, colours and motion change with each page. */
type Kind = { javaScript: boolean; density: number; language: Language };

type Opened = {
  context: BrowserContext;
  page: Page;
  kind: Kind;
  reuse: boolean;
  site: string;
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
  expectNone(faults);
}

export async function closePage(page: Page): Promise<void> {
  const found = [...opened].find(({ context }) => context === page.context());
  if (!found) throw new Error("this page was not opened by openPage");
  const { faults } = found;
  await release(found);
  expectNone(faults);
}

/** The message repeats the errors, because a test that collects messages shows no difference of lists. */
function expectNone(faults: string[]): void {
  expect(faults, `errors in the browser: ${faults.join("; ")}`).toEqual([]);
}

async function release(each: Opened): Promise<void> {
  opened.delete(each);
  const { context, page } = each;
  if (!each.reuse || page.isClosed()) return context.close();
  await Promise.all(context.pages().map((other) => (other === page ? undefined : other.close())));
  await blank(page);
  await context.clearCookies();
  await context.clearPermissions();
  each.faults = [];
  idle.push(each);
}

/** Resets everything that a test may change on a page, except init scripts and a simulated clock. */
async function blank(page: Page): Promise<void> {
  page.removeAllListeners();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.setExtraHTTPHeaders({});
  const isLeaving = await page.evaluate(() => {
    // A blank page or an error page has no storage.
    if (origin === "null") return false;
    sessionStorage.clear();
    window.name = "";
    // By its script, a page leaves for a blank one of its own origin and opener policy. To the browser's own blank page
    // and back, each way costs the renderer as much as a small page.
    location.replace("about:blank");
    return true;
  });
  if (isLeaving) await page.waitForURL("about:blank", { waitUntil: "commit" });
  else await page.goto("about:blank");
}

/** A fresh visitor's page. Console errors, script errors, blocked content and requests to strangers fail the test. */
export function openPage(site: string, path: string, look: Look = {}): Promise<Page> {
  return open(site, path, look, false);
}

/**
 * As `openPage`, in the window of an earlier test, perhaps of another file, without its cookies and storage but with its
 * HTTP cache. A new window costs Chromium more than a page. Do not use it if a test sets a clock or network: they
 * would remain.
 */
export function openClearedPage(site: string, path: string, look: Look = {}): Promise<Page> {
  return open(site, path, look, true);
}

async function open(site: string, path: string, look: Look, reuse: boolean): Promise<Page> {
  const taken = await takeWindow(site, look, reuse);
  const { page } = taken;
  const fault = (text: string) => addFault(taken, text);
  if (reuse) await clearHistory(page, site);
  await present(page, look);
  page.on("console", (message) => {
    // A sandboxed frame refuses scripts of test tools, as it should.
    if (message.text().includes("frame is sandboxed")) return;
    // A picture that an earlier page left in the renderer's memory is shown from there, and its preload stays unused.
    if (reuse && message.text().includes("preloaded using link preload but not used")) return;
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

async function present(page: Page, { theme = "light", width = 1280, stillness = false }: Look) {
  const size = { width, height: width < 768 ? 700 : 800 };
  if (!isDeepStrictEqual(page.viewportSize(), size)) await page.setViewportSize(size);
  await page.emulateMedia({
    ...{ media: null, forcedColors: null, colorScheme: theme },
    reducedMotion: stillness ? "reduce" : "no-preference",
  });
}

async function takeWindow(site: string, look: Look, reuse: boolean): Promise<Opened> {
  const { javaScript = true, density = 1, language = "en", expected } = look;
  const kind = { javaScript, density, language };
  const found = reuse ? idle.findIndex((each) => isDeepStrictEqual(each.kind, kind)) : -1;
  const taken = idle.splice(found, found < 0 ? 0 : 1)[0] ?? (await newWindow(kind, reuse));
  Object.assign(taken, { site, expected });
  opened.add(taken);
  return taken;
}

async function newWindow(kind: Kind, reuse: boolean): Promise<Opened> {
  const { javaScript, density, language } = kind;
  const browser = await (launched ??= chromium.launch({
    executablePath: inject("browser"),
    args: chromiumFlags,
  }));
  const context = await browser.newContext({
    javaScriptEnabled: javaScript,
    deviceScaleFactor: density,
    locale: `${language}-TZ`,
    serviceWorkers: "block",
  });
  context.setDefaultTimeout(patience);
  const page = await newPage(context);
  const made: Opened = { context, page, kind, reuse, site: "", expected: undefined, faults: [] };
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== made.site) addFault(made, `a request to ${origin}`);
  });
  // A context has one base address for its whole life, and each test file has another site.
  const goTo = page.goto.bind(page);
  page.goto = (address, options) => goTo(new URL(address, made.site).href, options);
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
