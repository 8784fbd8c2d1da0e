import { resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import pino from "pino";
import { z } from "zod";
import { readConfig } from "#config";
import { openSecretKey } from "#storage/secret-key.ts";
import { openDatabase } from "#database/sql.server.ts";
import { resealAll } from "#operations/system/prepare-secrets.ts";
import type { Load } from "#domain/system/admission.ts";
import { openLogSerializers } from "#domain/system/loggable-error.ts";
import { replaceSlowHashes, useSlowHashes } from "#tests/support/accounts/quick-hashes.ts";
import { equalLimits } from "./equal-limits.ts";
import { patience } from "#tests/support/patience.ts";
import { lastLine } from "./last-line.ts";

/**
 * Serves the built site as its parent orders, and ends with its parent. It serves one site at a time. After `close`
 * it can open the next one, because to load and compile the site costs more than to start it.
 */
const orderShape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("open"), environment: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal("load"), load: z.enum(["calm", "busy"]) }),
  z.object({ kind: z.literal("measure") }),
  z.object({ kind: z.literal("close") }),
]);
export type Order = z.infer<typeof orderShape>;

replaceSlowHashes();
const built: typeof import("#app/serve.server.ts") = await import(resolve("build/server/index.js"));
let site: Awaited<ReturnType<typeof built.serve>> | undefined;
// A test must not depend on the speed of its machine, so it sets the load.
let load: Load = "calm";

process.on("message", async (message) => process.send?.(await obey(orderShape.parse(message))));
for (const event of ["SIGTERM", "disconnect"]) process.once(event, end);

async function obey(order: Order): Promise<object> {
  switch (order.kind) {
    case "open":
      site = await open(order.environment);
      return { url: site.url };
    case "load":
      load = order.load;
      return { load };
    case "measure":
      return used();
    case "close":
      await site?.drain();
      site = undefined;
      for (const stream of [process.stdout, process.stderr]) stream.write(`${lastLine}\n`);
      return { isClosed: true };
  }
}

const patientQueueing = equalLimits(patience);

async function open({
  LIMITS: limits,
  WAITS: waits,
  QUEUEING: queueing,
  PICTURE_BYTES: pictureBytes,
  LONGEST_SILENCE: longestSilence,
  MEASURED: isMeasured,
  HASHES: hashes,
  ...environment
}: Record<string, string>) {
  const read = readConfig(environment);
  if (!read.ok) throw new Error(read.problems.join("\n"));
  const { config } = read;
  if (!config.databaseUrl) throw new Error("DATABASE_URL is missing");
  const opened = openSecretKey(config);
  if ("problem" in opened) throw new Error(opened.problem);
  const { seal } = opened;
  const database = openDatabase(config.databaseUrl, { poolSize: 1, longestWait: patience });
  const { kind } = await resealAll(database.readWrite, seal).finally(database.close);
  if (kind !== "ready") throw new Error("another key");
  load = "calm";
  useSlowHashes(isMeasured !== undefined || hashes === "usual");
  return built.serve({
    config,
    databaseUrl: config.databaseUrl,
    seal,
    log: pino({ level: config.logLevel, serializers: openLogSerializers() }),
    // The best compression takes long, and how many tests have it would depend on the speed of the machine. The bench
    // measures the site as it is.
    ...(!isMeasured && { loadNow: () => load, stableAfter: null }),
    ...(waits !== "usual" && { longestWait: patience, queueing: patientQueueing }),
    ...(queueing && { queueing: { ...patientQueueing, ...JSON.parse(queueing) } }),
    ...(limits && { limits: JSON.parse(limits) }),
    ...(pictureBytes && { pictureBytes: Number(pictureBytes) }),
    ...(longestSilence && { longestSilence: Number(longestSilence) }),
  });
}

async function end() {
  await site?.drain();
  process.exit();
}

/** Memory in megabytes after garbage collection, and processor time since the start in milliseconds. */
function used() {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return {
    resident: Math.round(rss / 1e6),
    heap: Math.round(heapUsed / 1e6),
    processor: (user + system) / 1_000,
  };
}
