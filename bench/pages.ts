import type { ChildProcess } from "node:child_process";
import { z } from "zod";
import { median, type Figure } from "./figure.ts";
import { answerOf } from "./pages/answer.ts";
import { byWrk } from "./pages/by-wrk.ts";
import { end, messageFrom, start, startOutsider } from "./site.ts";
import { uncachedPages } from "./uncached-pages.ts";

// Many short rounds spread other load of the machine over both servers.
const rounds = 15;
const seconds = 1;
const connections = 64;

const measuredPages = ["/", "/campaigns", "/campaigns/conference-center"];
const resultShape = z.object({ length: z.number(), perSecond: z.number(), ownLoad: z.number() });
const listeningShape = z.object({ url: z.string() });

/**
 * Compares cached pages with a plain `node:http` server, round by round, and measures rendered pages. With wrk, it only
 * compares.
 */
export async function pages(site: string): Promise<Figure[]> {
  if (process.env["BENCH_GENERATOR"] === "wrk") return byWrk(measuredPages);
  const generator = startOutsider("bench/load.ts");
  const figures: Figure[] = [];
  for (const path of measuredPages) figures.push(...(await against(generator, site, path)));
  await end(generator);
  return [...figures, ...(await uncachedPages())];
}

async function against(generator: ChildProcess, site: string, path: string): Promise<Figure[]> {
  const bare = start("bench/bare-server.ts");
  bare.send(await answerOf(site, path));
  const { url } = await messageFrom(bare, listeningShape);

  await load(generator, site, path, 1);
  await load(generator, url, path, 1);
  const ours: number[] = [];
  const theirs: number[] = [];
  const ownLoads: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // The second server finds a warmer machine, so the order alternates.
    const order = round % 2 === 0 ? [site, url] : [url, site];
    const results = new Map<string, z.infer<typeof resultShape>>();
    for (const server of order) results.set(server, await load(generator, server, path, seconds));
    const mine = results.get(site);
    const other = results.get(url);
    if (!mine || !other) throw new Error("a round without both results");
    if (mine.length !== other.length)
      throw new Error(`${path}: ${mine.length} bytes against ${other.length}`);
    ours.push(mine.perSecond);
    theirs.push(other.perSecond);
    ownLoads.push(mine.ownLoad, other.ownLoad);
  }
  await end(bare);

  const ratio = median(ours.map((mine, round) => mine / (theirs[round] ?? NaN)));
  return [
    {
      part: "pages",
      what: `${path}: kept page ÷ bare node:http`,
      measured: ratio,
      unit: "",
      goal: { atLeast: 0.95 },
    },
    { part: "pages", what: `${path}: requests a second, ours`, measured: median(ours), unit: "/s" },
    { part: "pages", what: `${path}: requests a second, bare`, measured: median(theirs), unit: "/s" },
    {
      part: "pages",
      what: `${path}: load of the generator's core`,
      measured: median(ownLoads) * 100,
      unit: "%",
    },
  ];
}

async function load(generator: ChildProcess, url: string, path: string, forSeconds: number) {
  generator.send({ url, path, encoding: "br", connections, seconds: forSeconds });
  return messageFrom(generator, resultShape);
}
