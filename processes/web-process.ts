import { once } from "node:events";
import { resolve } from "node:path";
import { readConfig } from "#config";
import { openSecretKey } from "#storage/secret-key.ts";
import { askNeighbours } from "./ask-neighbours.ts";
import { ordersShape, replyShape, type Report } from "./messages.ts";
import { openLog } from "./open-log.ts";
import { outliveReader } from "./outlive-reader.ts";

// One of several web processes. The supervisor prepares the database and gives the orders.

let leave = (): Promise<void> => Promise.resolve();
let isLeaving = false;
let reopenLog = (): void => undefined;
function end(): void {
  if (isLeaving) return;
  isLeaving = true;
  void leave().then(() => process.exit(0));
}
// A terminal sends SIGINT and SIGHUP to every process. The supervisor then tells the web processes to end.
process.on("SIGINT", () => undefined);
process.on("SIGHUP", () => reopenLog());
process.on("SIGTERM", end);
outliveReader();

const [first] = await once(process, "message");
const { databaseUrl, poolerUrl, port, poolSize, keyIds, sandboxAt } = ordersShape.parse(first);
process.on("message", (message) => {
  if (replyShape.safeParse(message).data?.kind === "drain") end();
});

const read = readConfig(process.env);
if (!read.ok) throw new Error(read.problems.join("\n"));
const config = { ...read.config, port };
const key = openSecretKey(config);
if ("problem" in key) throw new Error(key.problem);

process.env["NODE_ENV"] = "production";
const { serve }: typeof import("#app/serve.server.ts") = await import(resolve("build/server/index.js"));
const { log, reopen } = openLog(config);
reopenLog = reopen;
const site = await serve({
  ...{ config, databaseUrl, poolerUrl, poolSize, sandboxAt, seal: key.seal.withKeys(keyIds), log },
  neighbours: askNeighbours(),
});
leave = site.drain;
if (isLeaving) process.exit(0);
const report: Report = { kind: "listening", url: site.url };
// Without a supervisor this process ends anyway.
process.send?.(report, undefined, undefined, () => undefined);
