import { once } from "node:events";
import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import type { DonationFilter } from "#database/donation-list.ts";

export type Exporting = { databaseUrl: string; filter: DonationFilter };

/** Live data is under 5 MB, but V8 lets garbage pile up for as long as it may. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 };

const mostAtOnce = 2;
let running = 0;

/** Lines made in a thread that lives for one export: nobody who gives waits for them, and their memory ends with it. */
export async function linesApart(exporting: Exporting): Promise<AsyncGenerator<string> | "busy"> {
  if (running >= mostAtOnce) return "busy";
  const lines = linesFrom(exporting);
  await lines.next();
  return lines;
}

async function* linesFrom(exporting: Exporting): AsyncGenerator<string> {
  running += 1;
  const worker = new Worker(resolve("operations/export-worker.ts"), {
    workerData: exporting,
    resourceLimits,
  });
  // Heard at any time: an error while nobody asks for more would end the whole server.
  const failed = once(worker, "error").then(([error]) => Promise.reject(error));
  failed.catch(() => undefined);
  try {
    // Only what has begun comes to its end, where it no longer counts, when nobody reads it.
    yield "";
    for (;;) {
      worker.postMessage("more");
      const [part]: unknown[] = await Promise.race([once(worker, "message"), failed]);
      if (typeof part !== "string") return;
      yield part;
    }
  } finally {
    running -= 1;
    await worker.terminate();
  }
}
