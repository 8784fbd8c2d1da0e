import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { afterAll, afterEach, expect, inject } from "vitest";
import { localAddress } from "#app/site/address.ts";
import type { Language } from "#domain/content/language.ts";
import { chromiumFlags } from "./chromium.ts";
import { patience } from "#tests/support/patience.ts";

export type Look = {
  javaScript?: boolean;
  theme?: "light" | "dark";
  width?: 320 | 360 | 412 | 768 | 1280;
  /** How many points of the screen make one pixel of the page. */
  density?: number;
  language?: Language;
  stillness?: boolean;
  /** Faults that this page is meant to show, such as the browser's own line about a 404. */
  expected?: RegExp;
};

let launched: Promise<Browser> | undefined;
const opened: { context: BrowserContext; faults: string[] }[] = [];

// Registered by whoever imports this file, so that no test can forget to look.
afterEach(async () => {
  const faults = opened.flatMap((each) => each.faults);
  await Promise.all(opened.splice(0).map(({ context }) => context.close()));
  expect(faults, "what the browser complained about").toEqual([]);
});

afterAll(async () => (await launched)?.close());

/** A fresh visitor's page. Console errors, script errors, blocked content and requests to strangers fail the test. */
export async function openPage(site: string, path: string, look: Look = {}): Promise<Page> {
  const {
    javaScript = true,
    theme = "light",
    width = 1280,
    density = 1,
    language = "en",
    stillness = false,
    expected,
  } = look;
  const browser = await (launched ??= chromium.launch({
    executablePath: inject("browser"),
    args: chromiumFlags,
  }));
  const context = await browser.newContext({
    baseURL: site,
    javaScriptEnabled: javaScript,
    colorScheme: theme,
    viewport: { width, height: width < 768 ? 700 : 800 },
    deviceScaleFactor: density,
    locale: `${language}-TZ`,
    reducedMotion: stillness ? "reduce" : "no-preference",
    serviceWorkers: "block",
  });
  const faults: string[] = [];
  const fault = (text: string) => void (expected?.test(text) || faults.push(text));
  opened.push({ context, faults });

  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== site) fault(`a request to ${origin}`);
  });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  page.on("console", (message) => {
    // A sandboxed frame refuses the script of whatever looks at the page, as it should.
    if (message.text().includes("frame is sandboxed")) return;
    if (message.type() === "error" || message.type() === "warning")
      fault(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => fault(`script error: ${error.message}`));
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText;
    // Leaving a page ends what it was still loading.
    if (why !== "net::ERR_ABORTED") fault(`${request.url()} failed: ${why}`);
  });
  await page.goto(localAddress(language, path));
  return page;
}
