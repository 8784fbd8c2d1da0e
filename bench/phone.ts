import type { Browser, Page } from "playwright-core";
import { median, type Figure } from "./figure.ts";

const rounds = 3;
const slow3g = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
};
const slowerProcessor = 6;

type Times = { firstPaint: number; largestPaint: number; blocking: number; shift: number };

const measuredPages = {
  home: "/",
  "the list": "/campaigns",
  "a campaign": "/campaigns/conference-center",
  "the Zakat calculator": "/zakat",
};

/** Simulates a cheap phone: slow 3G and a sixth of the processor speed. Median of three visits. */
export async function phone(site: string, browser: Browser): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(measuredPages)) {
    const visits: Times[] = [];
    for (let round = 0; round < rounds; round++) visits.push(await visit(`${site}${path}`, browser));
    const middle = (time: keyof Times) => median(visits.map((times) => times[time]));
    const figure = (what: string, measured: number, unit: string, atMost: number): Figure => ({
      part: "phone",
      what: `${name} on a slow phone: ${what}`,
      measured,
      unit,
      goal: { atMost },
    });
    figures.push(
      figure("first paint", middle("firstPaint") / 1000, "s", 0.9),
      figure("largest paint", middle("largestPaint") / 1000, "s", 1.3),
      figure("blocking time", middle("blocking"), "ms", 150),
      figure("layout shift", middle("shift"), "", 0.02),
    );
  }
  const answers: number[] = [];
  for (let round = 0; round < rounds; round++) answers.push(await calculate(site, browser));
  figures.push({
    part: "phone",
    what: "a calculator touched early answers",
    measured: median(answers) / 1000,
    unit: "s",
    goal: { atMost: 1.5 },
  });
  return figures;
}

async function visit(address: string, browser: Browser): Promise<Times> {
  const page = await slowPhone(browser);
  await page.addInitScript(watch);
  await page.goto(address, { waitUntil: "load" });
  await page.waitForLoadState("networkidle");
  const times = await read(page);
  await page.context().close();
  return times;
}

/** From the start of the visit to the result of an amount typed as early as possible. */
async function calculate(site: string, browser: Browser): Promise<number> {
  const page = await slowPhone(browser);
  await page.goto(`${site}/zakat`, { waitUntil: "commit" });
  const cash = page.locator("#zakat-cash");
  await cash.waitFor();
  await cash.tap();
  await cash.fill("12000000");
  await page.getByText("TSh 300,000").first().waitFor();
  const answered = await page.evaluate(() => performance.now());
  await page.context().close();
  return answered;
}

async function slowPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slow3g);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowerProcessor });
  return page;
}

/** Runs in the page before its scripts. */
function watch() {
  const seen = { largestPaint: 0, shift: 0, tasks: [] as [start: number, duration: number][] };
  Object.assign(globalThis, { benchSeen: seen });
  const on = (type: string, each: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  on("largest-contentful-paint", ({ startTime }) => (seen.largestPaint = startTime));
  on("longtask", ({ startTime, duration }) => seen.tasks.push([startTime, duration]));
  on("layout-shift", (entry) => {
    if ("value" in entry && "hadRecentInput" in entry && !entry.hadRecentInput)
      seen.shift += Number(entry.value);
  });
}

function read(page: Page): Promise<Times> {
  return page.evaluate(() => {
    const seen: { largestPaint: number; shift: number; tasks: [number, number][] } = Reflect.get(
      globalThis,
      "benchSeen",
    );
    const firstPaint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN;
    const blocking = seen.tasks
      .filter(([start]) => start >= firstPaint)
      .reduce((sum, [, duration]) => sum + Math.max(0, duration - 50), 0);
    return { firstPaint, largestPaint: seen.largestPaint, shift: seen.shift, blocking };
  });
}
