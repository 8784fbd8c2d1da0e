import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";
import { median, type Figure } from "#bench/figure.ts";
import { end, messageFrom, start, startSite } from "#bench/site.ts";
import { answerOf, ask } from "./answer.ts";

const run = promisify(execFile);
const rounds = 10;
const seconds = Number(process.env["BENCH_SECONDS"] ?? 4);
const [coreOfWrk, coreOfServers] = ["0", "1"];
const headers = [
  "Accept-Encoding: br",
  "Accept: text/html,application/xhtml+xml",
  "Accept-Language: sw,en;q=0.8",
  "User-Agent: Mozilla/5.0 (Linux; Android 12) bench",
];
const listeningShape = z.object({ url: z.string() });

type Server = { url: string; pid: number };
type Seen = { perSecond: number; bytes: number };

/** The same comparison by a generator that others wrote. It has one core, and the server that it asks has the other. */
export async function byWrk(paths: string[]): Promise<Figure[]> {
  const site = await startSite();
  try {
    const ours = await pinned(site);
    const figures: Figure[] = [];
    for (const path of paths) figures.push(...(await against(ours, path)));
    return figures;
  } finally {
    await site.stop();
  }
}

async function against(ours: Server, path: string): Promise<Figure[]> {
  const bare = start("bench/bare-server.ts");
  try {
    bare.send(await answerOf(ours.url, path));
    const plain = await pinned({ ...(await messageFrom(bare, listeningShape)), pid: bare.pid });
    await expectEqual(ours, plain, path);
    for (const server of [ours, plain]) await load(server, path, 2);
    const [mine, theirs]: [Seen[], Seen[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      // The second server finds a warmer machine, so the order alternates.
      for (const isOurs of round % 2 === 0 ? [true, false] : [false, true])
        (isOurs ? mine : theirs).push(await load(isOurs ? ours : plain, path, seconds));
    }
    await expectEqual(ours, plain, path);
    return figuresFor(path, mine, theirs);
  } finally {
    await end(bare);
  }
}

function figuresFor(path: string, mine: Seen[], theirs: Seen[]): Figure[] {
  const figure = (what: string, measured: number, unit = ""): Figure => ({
    ...{ part: "pages", what: `${path}, by wrk: ${what}`, measured, unit },
  });
  const over = (pick: (seen: Seen) => number) =>
    median(mine.map((each, at) => pick(each) / pick(theirs[at] ?? { perSecond: NaN, bytes: NaN })));
  return [
    {
      ...figure(
        "kept page ÷ bare node:http",
        over((seen) => seen.perSecond),
      ),
      goal: { atLeast: 0.95 },
    },
    figure("requests a second, ours", median(mine.map((seen) => seen.perSecond)), "/s"),
    figure("requests a second, bare", median(theirs.map((seen) => seen.perSecond)), "/s"),
    figure(
      "bytes of an answer, ours ÷ bare",
      over((seen) => seen.bytes),
    ),
  ];
}

async function pinned({ url, pid }: { url: string; pid: number | undefined }): Promise<Server> {
  if (pid === undefined) throw new Error("the server has ended");
  await run("taskset", ["--all-tasks", "--cpu-list", "--pid", coreOfServers, String(pid)]);
  return { url, pid };
}

/** The page may have changed since the plain server got its copy. */
async function expectEqual(ours: Server, plain: Server, path: string): Promise<void> {
  const [mine, theirs] = [await ask(ours.url, path), await ask(plain.url, path)];
  if (JSON.stringify(mine) !== JSON.stringify(theirs)) throw new Error(`${path}: the answers differ`);
}

async function load({ url }: Server, path: string, forSeconds: number): Promise<Seen> {
  const limits = ["--threads=1", "--connections=32", `--duration=${forSeconds}s`];
  const sent = headers.flatMap((header) => ["--header", header]);
  const script = "--script=bench/pages/report.lua";
  const command = ["--cpu-list", coreOfWrk, "wrk", ...limits, ...sent, script, url + path];
  const { stdout } = await run("taskset", command);
  const shape = z.object({
    requests: z.number(),
    seconds: z.number(),
    bytes: z.number(),
    errors: z.number(),
  });
  const seen = shape.parse(JSON.parse(stdout.slice(stdout.lastIndexOf("{"))));
  if (seen.errors > 0) throw new Error(`${path}: ${seen.errors} answers were no pages`);
  return { perSecond: seen.requests / seen.seconds, bytes: seen.bytes / seen.requests };
}
