import cluster from "node:cluster";
import { once } from "node:events";
import { join, resolve } from "node:path";
import pino from "pino";
import { freePort } from "#database/embedded/cluster.ts";
import { addressesOf } from "#app/http/addresses.ts";
import { readConfig } from "#config";
import type { Load } from "#domain/system/admission.ts";
import { poolSizeOf } from "#domain/system/capacity.ts";
import { startJobs } from "#jobs/start-jobs.ts";
import { openProviders } from "#payments/open-providers.ts";
import { askNeighbours } from "#processes/ask-neighbours.ts";
import { ordersShape } from "#processes/messages.ts";
import { runWebProcesses } from "#processes/web-processes.ts";
import { openSecretKey } from "#storage/secret-key.ts";
import { prepareSecrets } from "#operations/system/prepare-secrets.ts";
import { readDisk } from "#storage/disk.ts";
import { providerSettings } from "./gateways.ts";
import { mutantNamed } from "./mutants.ts";
import { planDeath, planShape, report, reportShape, watchPoints } from "./points.ts";
import { patience } from "#tests/support/patience.ts";
import { noDocuments } from "#tests/support/jobs/no-documents.ts";

// The built site as one process, or as a supervisor with web processes. Hooks kill one of them at a planned point.

watchPoints(mutantNamed(process.env["MUTANT"])?.mutant ?? null);

const read = readConfig(process.env);
if (!read.ok || !read.config.databaseUrl) throw new Error("not configured");
const { databaseUrl, poolerUrl } = read.config;
const config = { ...read.config, providers: providerSettings() };
const log = pino(
  { level: "warn" },
  pino.destination({ dest: join(config.dataDir, "node.log"), sync: true, append: true }),
);
const opened = openSecretKey(config);
if ("problem" in opened) throw new Error(opened.problem);
const { seal } = opened;
/** A test of every day must not depend on the speed of its machine, so it may set the load and wait longer. */
const isAlwaysCalm = process.env["LOAD"] === "calm";
const common = {
  ...{ databaseUrl, poolerUrl, seal, log },
  ...(isAlwaysCalm && { loadNow: (): Load => "calm", longestWait: patience }),
};

await (cluster.isWorker ? serveAsWebProcess() : serveAsNode());

async function build(): Promise<typeof import("#app/serve.server.ts")> {
  return import(resolve("build/server/index.js"));
}

async function serveAsNode(): Promise<void> {
  if ((await prepareSecrets(databaseUrl, seal)).kind !== "ready") throw new Error("another key");
  process.on("message", (message) => plan(message));
  process.once("disconnect", () => process.exit());
  const count = config.webProcesses;
  const { url, providers, drain } =
    count === 1 ? await (await build()).serve({ config, ...common }) : await superviseWebProcesses(count);
  // As in `npm start`.
  const jobs = startJobs({
    ...{ config, providers, ...common },
    origin: config.publicUrl ?? url,
    orders: providers.selcom?.listOrders ?? null,
    disk: () => readDisk(config.dataDir),
    pictures: { remove: async () => {} },
    documents: noDocuments,
    backUp: null,
    reporting: null,
  });
  process.once("SIGTERM", () => void Promise.all([drain(), jobs.stop()]).then(() => process.exit()));
  report({ kind: "listening", url });
}

async function superviseWebProcesses(count: number) {
  const orders = {
    ...{ databaseUrl, port: await freePort(), poolSize: poolSizeOf(count), sandboxAt: null },
    keyIds: [...seal.keyIds],
  };
  cluster.on("message", (_, message: unknown) => {
    const { data } = reportShape.safeParse(message);
    if (data !== undefined) report(data);
  });
  cluster.on("exit", () => report({ kind: "web process died" }));
  const { url, drain } = await runWebProcesses({ count, orders, log, file: import.meta.filename });
  const { local, origin } = addressesOf(config, orders.port);
  const place = { dataDir: config.dataDir, url: local, origin, sandboxAt: null };
  return { url, drain, providers: openProviders(config.providers, place, () => new Date()) };
}

async function serveAsWebProcess(): Promise<void> {
  // A plan can follow the orders immediately.
  process.on("message", (message) => plan(message));
  const [first] = await once(process, "message");
  const { port, poolSize } = ordersShape.parse(first);
  const { serve } = await build();
  const site = await serve({ config: { ...config, port }, poolSize, ...common, neighbours: askNeighbours() });
  report({ kind: "listening", url: site.url });
}

/** Process 0 is this one. The others are its web processes. */
function plan(message: unknown): void {
  const { data } = planShape.safeParse(message);
  if (data === undefined) return;
  const workers = cluster.isWorker ? [] : Object.values(cluster.workers ?? {});
  const worker = data.process === 0 ? undefined : workers[data.process - 1];
  if (worker?.isConnected()) {
    worker.send({ ...data, process: 0 }, undefined, () => undefined);
    return;
  }
  planDeath(data);
  report({ kind: "planned" });
}
