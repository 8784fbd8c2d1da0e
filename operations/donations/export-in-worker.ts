import { once } from "node:events";
import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import type { DonationFilter } from "#database/donations/list.ts";

export type Exporting = { databaseUrl: string; filter: DonationFilter };

/** Live data is under 5 MB, but V8 collects garbage late without a limit. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 };

const mostAtOnce = 2;
let running = 0;
/** In milliseconds. A stalled reader would keep other people from exporting. */
const patience = 120_000;

/** A worker thread for each export: donations do not wait for it, and its memory is freed with it. */
export async function linesApart(
  exporting: Exporting,
  waits = patience,
): Promise<AsyncGenerator<Uint8Array> | "busy"> {
  if (running >= mostAtOnce) return "busy";
  const lines = linesFrom(exporting, waits);
  // A started export runs to its end, even without a reader.
  await lines.next();
  return lines;
}

async function* linesFrom(exporting: Exporting, waits: number): AsyncGenerator<Uint8Array> {
  const worker = new Worker(resolve("operations/donations/export-worker.ts"), {
    workerData: exporting,
    resourceLimits,
  });
  running += 1;
  worker.once("exit", () => (running -= 1));
  // Always handled: an unhandled worker error would end the whole server.
  const failed = once(worker, "error").then(([error]) => Promise.reject(error));
  const gone = once(worker, "exit").then(() =>
    Promise.reject(new Error("the export was not read to its end")),
  );
  for (const each of [failed, gone]) each.catch(() => undefined);
  try {
    for (let part: unknown = new Uint8Array(); part instanceof Uint8Array;) {
      const alone = setTimeout(() => void worker.terminate(), waits).unref();
      yield part;
      clearTimeout(alone);
      worker.postMessage("more");
      [part] = await Promise.race([once(worker, "message"), failed, gone]);
    }
  } finally {
    await worker.terminate();
  }
}
