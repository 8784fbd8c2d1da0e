import { mkdir, readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { chromium } from "playwright-core";
import { z } from "zod";
import { chromiumFlags, findChromium } from "#tests/support/browser/chromium.ts";
import { runAsBatch } from "#processes/scheduling.ts";
import { readCommand } from "#scripts/read-command.ts";
import { accounts } from "./accounts.ts";
import { bytes } from "./bytes.ts";
import { dayAfter } from "./day-after.ts";
import { isMet, table, type Figure } from "./figure.ts";
import { giving } from "./giving.ts";
import { history, money } from "./money.ts";
import { night } from "./night.ts";
import { overload } from "./overload.ts";
import { pages } from "./pages.ts";
import { phone } from "./phone.ts";
import { scale } from "./scale.ts";
import { secrets } from "./secrets.ts";
import { startSite } from "./site.ts";
import { staff } from "./staff.ts";
import { updates } from "./updates.ts";
import { uploads } from "./uploads.ts";

const parts = {
  pages,
  bytes: inBrowser(bytes),
  phone: inBrowser(phone),
  giving: inBrowser(giving),
  scale,
  money,
  history,
  night,
  overload,
  uploads,
  updates,
  accounts,
  staff,
  "day-after": dayAfter,
  secrets,
};
const usage = `npm run bench [part ...]

Measures the site. Without a part it measures all. If the machine was not busy at the start, the figures are stored in
bench/results.
Parts: ${Object.keys(parts).join(", ")}.`;

const { positionals: options } = readCommand(usage, {}, { mostArguments: Infinity });
const unknown = options.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(", ")}.\n\n${usage}`);
  process.exit(1);
}

const most = 0.5;
const busy = (loadavg()[0] ?? 0) / cpus().length;
if (busy > most)
  console.log(`This machine is busy (${busy.toFixed(1)} per core): these figures are not reliable.`);

// As `npm start` does.
runAsBatch();
const figures: Figure[] = [];
const site = await startSite();
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (options.length > 0 && !options.includes(name)) continue;
    console.log(`Measuring ${name} …`);
    figures.push(...(await measure(site.url)));
  }
} finally {
  await site.stop();
}
console.log(`\n${table(figures)}\n`);
console.log(busy > most ? "Not stored: the machine was busy." : `Stored in ${await keep(figures)}`);

function inBrowser(
  measure: (site: string, browser: Awaited<ReturnType<typeof chromium.launch>>) => Promise<Figure[]>,
) {
  return async (url: string) => {
    const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
    try {
      return await measure(url, browser);
    } finally {
      await browser.close();
    }
  };
}

/** One file a day. A repeated part replaces only its figures. */
async function keep(measured: Figure[]): Promise<string> {
  const date = new Date().toISOString().slice(0, 10);
  const file = `bench/results/${date}.json`;
  const again = new Set(measured.map(({ part }) => part));
  const fromBefore = (await readKept(file)).filter(({ part }) => !again.has(part));
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`;
  const kept = {
    date,
    node: process.version,
    machine,
    busy,
    figures: [...fromBefore, ...measured.map(withVerdict)],
  };
  await mkdir("bench/results", { recursive: true });
  await writeFile(file, `${JSON.stringify(kept, null, 2)}\n`);
  return file;
}

function withVerdict(figure: Figure) {
  return { ...figure, met: isMet(figure) };
}

async function readKept(file: string) {
  const shape = z.object({ figures: z.array(z.looseObject({ part: z.string() })) });
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? [] : shape.parse(JSON.parse(text)).figures;
}
