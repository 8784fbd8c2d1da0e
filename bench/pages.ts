import type { ChildProcess } from "node:child_process";
import { get } from "node:http";
import { z } from "zod";
import { median, type Figure } from "./figure.ts";
import { end, messageFrom, start, startOutsider } from "./site.ts";
import { uncachedPages } from "./uncached-pages.ts";

// Many short rounds spread other load of the machine over both servers.
const rounds = 15;
const seconds = 1;
const connections = 64;

const measuredPages = ["/", "/campaigns", "/campaigns/conference-center"];
const resultShape = z.object({ length: z.number(), perSecond: z.number(), ownLoad: z.number() });
const listeningShape = z.object({ url: z.string() });

/** Compares cached pages with a plain `node:http` server, round by round, and measures rendered pages. */
export async function pages(site: string): Promise<Figure[]> {
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

/** Repeat after the best compression is ready, because visitors get that one. */
async function answerOf(site: string, path: string): Promise<{ headers: string[]; body: string }> {
  let last = await ask(site, path);
  // A page gets its best compression after ten seconds without a change.
  for (let same = 0; same < 150;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const next = await ask(site, path);
    same = next.body === last.body ? same + 1 : 0;
    last = next;
  }
  return last;
}

function ask(site: string, path: string): Promise<{ headers: string[]; body: string }> {
  return new Promise((resolve, reject) => {
    get(site + path, { agent: false, headers: { "Accept-Encoding": "br" } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () =>
        resolve({
          headers: withoutNodesOwn(answer.rawHeaders),
          body: Buffer.concat(chunks).toString("base64"),
        }),
      );
    }).on("error", reject);
  });
}

function withoutNodesOwn(headers: string[]): string[] {
  const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ""]] : []));
  return pairs.filter(([name = ""]) => !/^(date|connection|keep-alive)$/i.test(name)).flat();
}
