import { readFile, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { hostilePictures } from "#tests/support/pictures/hostile.ts";
import { sendRequest } from "#tests/support/server/send-request.ts";
import { makePerson, signIn } from "#tests/support/accounts/people.ts";
import { median, type Figure } from "./figure.ts";
import { startSite } from "./site.ts";
import { emptyTimes, kinds, percentile, visit } from "./visit.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 10);
const secondsPerRound = 6;

/** Compares visitors' waiting time with and without uploads of decompression bombs. */
export async function uploads(): Promise<Figure[]> {
  let databaseUrl = "";
  const site = await startSite(async (url) => void (databaseUrl = url));
  try {
    await makePerson(databaseUrl, "amina", "staff");
    const cookie = await signIn(
      { url: site.url, ask: (path, asking) => sendRequest(site.url, path, asking) },
      "amina",
    );
    const bombs = await heavyPictures();
    // The first visitors increase the server's memory, with or without bombs.
    await visit(site.url, secondsPerRound);
    const quiet = { times: emptyTimes(), memory: [] as number[] };
    const bombed = { times: emptyTimes(), memory: [] as number[] };
    let exploded = 0;
    for (let round = 0; round < rounds; round++)
      for (const withBombs of round % 2 === 0 ? [false, true] : [true, false]) {
        const over = new AbortController();
        const measured = withBombs ? bombed : quiet;
        await forgetMost(site.pid);
        const throwing = withBombs ? throwBombs(site.url, cookie, bombs, over.signal) : undefined;
        const times = await visit(site.url, secondsPerRound);
        over.abort();
        exploded += (await throwing) ?? 0;
        for (const what of kinds) measured.times[what].push(percentile(times[what], 0.99));
        measured.memory.push(await memoryAtMost(site.pid));
      }
    return [
      ...kinds.flatMap((what): Figure[] => [
        {
          part: "uploads",
          what: `${what}: p99 while bombs are uploaded ÷ without`,
          measured: median(bombed.times[what].map((time, round) => time / (quiet.times[what][round] ?? NaN))),
          unit: "",
          goal: { atMost: 2 },
        },
        { part: "uploads", what: `${what}: p99 without`, measured: median(quiet.times[what]), unit: "ms" },
        {
          part: "uploads",
          what: `${what}: p99 with bombs`,
          measured: median(bombed.times[what]),
          unit: "ms",
        },
      ]),
      { part: "uploads", what: "bombs dealt with", measured: exploded, unit: "" },
      {
        part: "uploads",
        what: "memory in the server at its most, with bombs less without",
        measured: median(bombed.memory.map((most, round) => most - (quiet.memory[round] ?? NaN))) / 1024,
        unit: "MB",
        goal: { atMost: 50 },
      },
    ];
  } finally {
    await site.stop();
  }
}

/** Bombs that are decoded in full at the largest size, and bombs refused by their header. */
async function heavyPictures(): Promise<Buffer[]> {
  const large = sharp({ create: { width: 7_000, height: 5_700, channels: 4, background: "#1d7a4a80" } });
  const corpus = await hostilePictures();
  return [
    await large.clone().toColourspace("rgb16").png({ progressive: true, compressionLevel: 9 }).toBuffer(),
    await large.clone().gif().toBuffer(),
    await large.clone().flatten().jpeg({ progressive: true, quality: 60 }).toBuffer(),
    await large.clone().webp().toBuffer(),
    ...corpus.filter(({ family }) => family === "a bomb").map(({ bytes }) => bytes),
  ];
}

async function throwBombs(site: string, cookie: string, bombs: Buffer[], over: AbortSignal): Promise<number> {
  let thrown = 0;
  // Two at a time, so that one is always waiting.
  const throwing = [0, 1].map(async (from) => {
    for (let at = from; !over.aborted; at += 2) {
      const body = bombs[at % bombs.length] ?? Buffer.alloc(0);
      await sendRequest(site, "/admin/pictures", {
        method: "POST",
        body,
        headers: { Origin: site, Cookie: cookie },
      });
      thrown++;
    }
  });
  await Promise.all(throwing);
  return thrown;
}

/** Resets Linux's record of the process's peak memory. */
const forgetMost = (pid: number | undefined) => writeFile(`/proc/${pid}/clear_refs`, "5");

async function memoryAtMost(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? NaN);
}
