import { resolve } from "node:path";
import pino from "pino";
import { readConfig } from "#config";

/** The built site as a process of its own: tells its address to the process that forked it, and ends with it. */
const read = readConfig(process.env);
if (!read.ok) throw new Error(read.problems.join("\n"));
const { config } = read;
if (!config.databaseUrl) throw new Error("DATABASE_URL is missing");

const built: typeof import("#app/serve.server.ts") = await import(resolve("build/server/index.js"));
const site = await built.serve({
  config,
  databaseUrl: config.databaseUrl,
  log: pino({ level: config.logLevel }),
});
process.send?.({ url: site.url });
for (const event of ["SIGTERM", "disconnect"]) process.once(event, end);

async function end() {
  await site.drain();
  process.exit();
}
