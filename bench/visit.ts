import { setTimeout as wait } from "node:timers/promises";
import { sendRequest } from "#tests/support/server/send-request.ts";

/** Requests start at fixed times, however long the last one took. */
const pace = 10;
const pages = { "a cached page": "/", "an uncached page": "/campaigns?round=" };

export type Kind = keyof typeof pages;
export const kinds: Kind[] = ["a cached page", "an uncached page"];
export const emptyTimes = (): Record<Kind, number[]> => ({ "a cached page": [], "an uncached page": [] });

let visits = 0;

/** Reads pages for so many seconds, and returns how long each answer took. */
export async function visit(site: string, seconds: number): Promise<Record<Kind, number[]>> {
  const times = emptyTimes();
  const waiting: Promise<void>[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const what: Kind = visits++ % 4 === 0 ? "an uncached page" : "a cached page";
    const path = what === "a cached page" ? pages[what] : `${pages[what]}${visits}`;
    const begun = performance.now();
    waiting.push(sendRequest(site, path).then(() => void times[what].push(performance.now() - begun)));
    await wait(pace);
  }
  await Promise.all(waiting);
  return times;
}

export function percentile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}
