import { resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import pino from "pino";
import { readConfig } from "#config";
import { openSecretKey } from "#storage/secret-key.ts";
import { prepareSecrets } from "#operations/system/prepare-secrets.ts";
import type { Load } from "#domain/system/admission.ts";
import { logSerializers as serializers } from "#domain/system/loggable-error.ts";

/** The built site as a child process. It sends its URL to its parent and ends with it. */
const read = readConfig(process.env);
if (!read.ok) throw new Error(read.problems.join("\n"));
const { config } = read;
if (!config.databaseUrl) throw new Error("DATABASE_URL is missing");

const opened = openSecretKey(config);
if ("problem" in opened) throw new Error(opened.problem);
const { seal } = opened;
if ((await prepareSecrets(config.databaseUrl, seal)).kind !== "ready") throw new Error("another key");

// A test must not depend on the speed of its machine, so it sets the load.
let load: Load = "calm";
const limits = process.env["LIMITS"];

const built: typeof import("#app/serve.server.ts") = await import(resolve("build/server/index.js"));
const site = await built.serve({
  config,
  databaseUrl: config.databaseUrl,
  seal,
  log: pino({ level: config.logLevel, serializers }),
  loadNow: () => load,
  ...(limits && { limits: JSON.parse(limits) }),
});
process.send?.({ url: site.url });
process.on("message", (message) => {
  if (message !== "busy" && message !== "calm") return process.send?.(used());
  load = message;
  return process.send?.({ load });
});
for (const event of ["SIGTERM", "disconnect"]) process.once(event, end);

async function end() {
  await site.drain();
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
