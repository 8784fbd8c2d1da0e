import { join, resolve } from "node:path";
import pino from "pino";
import { z } from "zod";
import { readConfig } from "#config";
import { startJobs } from "#jobs/start-jobs.ts";
import { openSecretKey } from "#storage/secret-key.ts";
import { prepareSecrets } from "#operations/system/prepare-secrets.ts";
import { readDisk } from "#storage/disk.ts";
import { providerSettings } from "./gateways.ts";
import { mutantNamed } from "./mutants.ts";
import { planDeath, watchPoints } from "./points.ts";
import { noDocuments } from "#tests/support/jobs/no-documents.ts";

// The built site as a process, with hooks that kill it at a planned point.

watchPoints(mutantNamed(process.env["MUTANT"])?.mutant ?? null);

const order = z.object({
  ...{ after: z.number(), at: z.string(), victim: z.enum(["app", "postgres"]), postmaster: z.number() },
});

const read = readConfig(process.env);
if (!read.ok || !read.config.databaseUrl) throw new Error("not configured");
const databaseUrl = read.config.databaseUrl;
const config = { ...read.config, providers: providerSettings() };
const log = pino(
  { level: "warn" },
  pino.destination({ dest: join(config.dataDir, "node.log"), sync: true, append: true }),
);
const opened = openSecretKey(config);
if ("problem" in opened) throw new Error(opened.problem);
const { seal } = opened;
if ((await prepareSecrets(databaseUrl, seal)).kind !== "ready") throw new Error("another key");
const built: typeof import("#app/serve.server.ts") = await import(resolve("build/server/index.js"));
const site = await built.serve({ config, databaseUrl, seal, log });
// As in `npm start`.
startJobs({
  config,
  databaseUrl,
  seal,
  origin: config.publicUrl ?? site.url,
  providers: site.providers,
  orders: site.providers.selcom?.listOrders ?? null,
  disk: () => readDisk(config.dataDir),
  pictures: { remove: async () => {} },
  documents: noDocuments,
  backUp: null,
  log,
});

process.on("message", (message) => {
  planDeath(order.parse(message));
  process.send?.({ kind: "planned" });
});
process.once("disconnect", () => process.exit());
process.send?.({ kind: "listening", url: site.url });
