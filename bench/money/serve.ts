import { resolve } from "node:path";
import pino from "pino";
import { readConfig } from "#config";
import { openSecretKey } from "#storage/secret-key.ts";
import { prepareSecrets } from "#operations/system/prepare-secrets.ts";
import { settingsFor } from "./settings.ts";

/** The built site with external providers, as in live mode. */
const read = readConfig(process.env);
if (!read.ok) throw new Error(read.problems.join("\n"));
const { databaseUrl } = read.config;
const { GATEWAY_URL: gateway, PUBLIC_KEY: publicKey } = process.env;
if (!databaseUrl || !gateway || !publicKey) throw new Error("not configured");
const config = { ...read.config, providers: settingsFor(gateway, publicKey) };

const opened = openSecretKey(config);
if ("problem" in opened) throw new Error(opened.problem);
const { seal } = opened;
if ((await prepareSecrets(databaseUrl, seal)).kind !== "ready") throw new Error("another key");

const built: typeof import("#app/serve.server.ts") = await import(resolve("build/server/index.js"));
const site = await built.serve({ config, databaseUrl, seal, log: pino({ level: config.logLevel }) });
process.send?.({ url: site.url });
for (const event of ["SIGTERM", "disconnect"]) process.once(event, end);

async function end() {
  await site.drain();
  process.exit();
}
