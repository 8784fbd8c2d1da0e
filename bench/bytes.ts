import type { Browser } from "playwright-core";
import { bytesDuring, kinds, total } from "./page-bytes.ts";
import type { Figure } from "./figure.ts";

const measuredPages = [
  ...["/", "/sw", "/campaigns", "/campaigns/conference-center", "/campaigns/zakat/donate", "/infrastructure"],
  ...["/infrastructure/dormitories", "/zakat", "/zakat/learn-more", "/about", "/privacy", "/no-such-page"],
];
const screens = [
  { name: "phone", viewport: { width: 360, height: 640 }, deviceScaleFactor: 2 },
  { name: "laptop", viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
];
const kB = 1000;

/** Transferred bytes of a first visit before any touch, by kind. */
export async function bytes(site: string, browser: Browser): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const path of measuredPages)
    for (const { name, ...screen } of screens) {
      const context = await browser.newContext({ ...screen, baseURL: site });
      const page = await context.newPage();
      // The first visit renders the page. The second gets its best compression.
      await page.goto(path, { waitUntil: "networkidle" });
      const { whole, bodies } = await bytesDuring(page, () => page.goto(path, { waitUntil: "networkidle" }));
      await context.close();
      const figure = (what: string, size: number, limit?: number): Figure => ({
        part: "bytes",
        what: `${path} on a ${name}: ${what}`,
        measured: size / kB,
        unit: "kB",
        ...(limit === undefined ? {} : { goal: { atMost: limit } }),
      });
      figures.push(
        figure("total", total(whole), path === "/" || path === "/sw" ? 120 : 80),
        figure("script, compressed", bodies.script, 3),
        ...kinds
          .filter((kind) => kind !== "script" && whole[kind] > 0)
          .map((kind) => figure(kind, whole[kind])),
      );
    }
  return figures;
}
