import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Logger } from "pino";
import { addressesOf } from "#app/http/addresses.ts";
import { adminPasswordFault, readConfig, startSettings, thisMachine, type Config } from "#config";
import { freePort } from "#database/embedded/cluster.ts";
import { serverSettings } from "#database/embedded/settings.ts";
import { startEmbedded } from "#database/embedded/start.ts";
import { withLogin, withParameter } from "#database/address.ts";
import { checkExternal } from "#database/external.ts";
import { checkPooler, leadsElsewhere } from "#database/pooler.ts";
import { findWrongMode, installationId, recordPayments, withPayments } from "#database/installation.ts";
import { migrate, UnusableDatabase } from "#database/migrate.ts";
import { clockWarning } from "#database/clock.ts";
import { openDatabase } from "#database/sql.server.ts";
import { wantedPictures } from "#database/system/diagnose.ts";
import { openWebRole } from "#database/web-role.ts";
import { live } from "#database/seed/organizer-content.ts";
import { readDrawing } from "#database/seed/read-drawing.ts";
import { seed } from "#database/seed/seed.ts";
import { mostConnections, poolSizeOf } from "#domain/system/capacity.ts";
import type { Reporting } from "#domain/donations/reporting.ts";
import type { Breaches } from "#domain/accounts/breaches.ts";
import { judgeFiles } from "#domain/system/doctor.ts";
import type { Seal } from "#domain/system/seal.ts";
import { ensureFirstAdmin, type FirstAdmin } from "#operations/accounts/ensure-first-admin.ts";
import {
  addDemonstrationOrganizer,
  type DemonstrationOrganizer,
} from "#operations/campaigns/add-demonstration-organizer.ts";
import { readChecklist } from "#operations/go-live/read-checklist.ts";
import { prepareSecrets } from "#operations/system/prepare-secrets.ts";
import { openProviders } from "#payments/open-providers.ts";
import { openBreaches } from "#outside/breaches/breached-passwords.ts";
import { openReporting } from "#outside/reporting/reporting.ts";
import { openJobMetrics } from "#processes/job-metrics.ts";
import { logFolder, openLog } from "#processes/open-log.ts";
import { outliveReader } from "#processes/outlive-reader.ts";
import { runAsBatch } from "#processes/scheduling.ts";
import { readDisk } from "#storage/disk.ts";
import { openDocuments } from "#storage/documents.ts";
import { rotateLogs } from "#storage/logs.ts";
import { openStores, type Stores } from "#storage/open-stores.ts";
import { openPictures, type Pictures } from "#storage/pictures/open.ts";
import { findLeftOfRoot, keepOwner, openPrivately, unfinishedRestore } from "#storage/private-folder.ts";
import { openBucket } from "#storage/s3/bucket.ts";
import { claimBucket, foreignBucket } from "#storage/s3/claim.ts";
import { aboutOldKey, keyUnknownToNodes, openSecretKey, wrongKey } from "#storage/secret-key.ts";
import { StoreFault } from "#storage/store.ts";

const secondsToFinish = 25;

/** The operator can fix the cause, so it is printed without a stack. */
class Refusal extends Error {}

/** Closed in reverse order. */
const running = new AsyncDisposableStack();
const hurry = Promise.withResolvers<void>();
let leavingSince: number | undefined;
let drainSeconds = 0;
let dataDir: string | undefined;
let log: Logger | undefined;
let reopenLog = (): void => undefined;
let reopenLogsOfProcesses = (): void => undefined;

const built = join(import.meta.dirname, "build/server/index.js");

process.chdir(import.meta.dirname);
runAsBatch();
outliveReader();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, leave);
process.on("SIGHUP", () => (process.stdin.isTTY ? leave() : reopenLogs()));
try {
  await start();
} catch (error) {
  if (leavingSince === undefined) await giveUp(error);
}

async function start(): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const read = readConfig(process.env);
  if (!read.ok) return refuse(["Configuration error:", ...read.problems]);
  const { config } = read;
  ({ drainSeconds, dataDir } = config);
  const place = process.argv.includes("--dev") ? "sources" : "build";
  if (place === "build" && !existsSync(built))
    return refuse(["The site has not been built. Run npm start, which builds it first, or npm run build."]);
  for (const path of openPrivately(config.dataDir))
    say(
      `Other accounts may be able to read ${path}. It belongs to another account, so Amana cannot change its permissions.`,
    );
  keepOwner(config.dataDir);
  if (existsSync(join(config.dataDir, unfinishedRestore)))
    return refuse([`A restore into ${config.dataDir} did not finish. Run npm run restore again.`]);
  rotateLogsOf(config);
  const opened = openLog(config);
  log = opened.log;
  reopenLog = opened.reopen;

  await tryAddress(config);
  const owner = await findOwner(config);
  const wrongMode = await findWrongMode(owner, config.payments);
  if (wrongMode) return refuse(wrongMode);
  await migrate(owner, say);
  const wrongMoney = await recordPayments(owner, config.payments);
  if (wrongMoney) return refuse(wrongMoney);
  const isPooled = config.poolerUrl !== undefined;
  const web = await openWebRole({ owner, web: config.databaseOwnerUrl && config.databaseUrl, isPooled }, say);
  const databaseUrl = withPayments(web, config.payments);
  const poolerUrl = config.poolerUrl && (await usePooler(config.poolerUrl, databaseUrl));
  await warnOfClock(databaseUrl);
  const seal = await openSeal(config, databaseUrl);
  const stores = await openOwnStores(config, databaseUrl);
  const pictures = openPictures(stores.pictures);
  const isNewDemonstration = await seed(databaseUrl, config.seed, { putPicture: pictures.keepDrawing, say });
  const firstAdmin = await ensureFirstAdmin(owner, config.admin, openBreachesOf(config));
  if (firstAdmin.kind === "poor-password") return refuse([adminPasswordFault(firstAdmin.problem)]);
  const organizer = isNewDemonstration ? await addOrganizer(databaseUrl, pictures) : null;

  const { observeRun, text: jobMetrics } = openJobMetrics();
  const serving = { config, databaseUrl, poolerUrl, seal, log, jobMetrics };
  // Web processes then find the compiled modules on disk, and need no compiler in their memory.
  flushCompileCache();
  const isAlone = place === "sources" || config.webProcesses === 1;
  const site = isAlone ? await serveFrom(place, serving) : await serveFromProcesses(serving);
  const jobs: { stop(): Promise<void> }[] = [];
  // Drain together, so that no new request arrives while the jobs finish.
  running.defer(async () => {
    await Promise.race([Promise.all([site.drain(), ...jobs.map((each) => each.stop())]), hurry.promise]);
  });
  // Loaded late, so that the site accepts connections first.
  const { startJobs } = await import("./jobs/start-jobs.ts");
  const { backUpTo } = await import("./jobs/start-backup-script.ts");
  const { url, providers } = site;
  const orders = providers.selcom?.listOrders ?? null;
  const origin = config.publicUrl ?? url;
  const disk = () => readDisk(config.dataDir);
  const documents = openDocuments(stores.documents, null);
  const backUp = config.backupTo === undefined ? null : backUpTo(config.backupTo);
  jobs.push(
    startJobs({
      ...{
        config,
        databaseUrl,
        poolerUrl,
        seal,
        origin,
        providers,
        orders,
        disk,
        pictures,
        documents,
        backUp,
        observeRun,
        log,
      },
      reporting: openReportingOf(config, url),
    }),
  );
  const open = config.payments === "live" ? await openPoints(config, databaseUrl) : [];
  greet(site.url, config, { firstAdmin, organizer, open });
}

async function addOrganizer(databaseUrl: string, { keepDrawing }: Pictures): Promise<DemonstrationOrganizer> {
  const drawing = await readDrawing(live.picture);
  const picture = drawing && (await keepDrawing(drawing));
  return addDemonstrationOrganizer(databaseUrl, { pictureId: picture?.id ?? null, now: new Date() });
}

function openBreachesOf({ breachedPasswordsUrl }: Config): Breaches | null {
  if (breachedPasswordsUrl === null) return null;
  return openBreaches(breachedPasswordsUrl, (reason) =>
    say(`ADMIN_PASSWORD was not checked against data breaches: ${reason}.`),
  );
}

/** Without an address, a site in the sandbox asks its own invented service. */
function openReportingOf(config: Config, url: string): Reporting | null {
  const { local } = addressesOf(config, Number(new URL(url).port || 80));
  const own = config.payments === "sandbox" ? `${local}/sandbox/reporting` : null;
  const address = config.reportingUrl ?? own;
  return address === null ? null : openReporting(address, () => new Date());
}

async function warnOfClock(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, { poolSize: 1 });
  const warning = await clockWarning(database.readWrite).finally(() => database.close());
  if (warning === null) return;
  log?.warn(warning);
  say(warning);
}

/** Refuses the bucket of another installation. Donations do not need the bucket, so the site also starts without it. */
async function openOwnStores(config: Config, databaseUrl: string): Promise<Stores> {
  if (config.s3 === undefined) return openFolders(config, databaseUrl);
  const database = openDatabase(databaseUrl, { poolSize: 1 });
  const installation = await installationId(database.readWrite).finally(() => database.close());
  if (installation === null) throw new Error("the installation has no record");
  try {
    const claim = await claimBucket(openBucket(config.s3), installation);
    if (claim === "another's") refuse([foreignBucket]);
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    log?.warn({ err: error }, "file store failed");
    say(`Pictures and documents are unavailable until S3_BUCKET works: ${error.message}.`);
  }
  return openStores(config, installation);
}

/** A restored database, or a second node, can lack the folder of pictures. Pages then show none. */
async function openFolders(config: Config, databaseUrl: string): Promise<Stores> {
  const stores = openStores(config);
  const database = openDatabase(databaseUrl, { poolSize: 1 });
  const wanted = await wantedPictures(database.readWrite).finally(() => database.close());
  const stored = await stores.pictures.list();
  if (wanted.length === 0 || stored.length > 0) return stores;
  const warning = judgeFiles("Pictures", wanted, { stored, place: config.dataDir }).text;
  log?.warn(warning);
  say(warning);
  return stores;
}

/** Titles of the open points of the list "Before you go live". */
async function openPoints(config: Config, databaseUrl: string): Promise<string[]> {
  const database = openDatabase(databaseUrl, { poolSize: 1 });
  const reading = readChecklist(database.readWrite, startSettings(config), new Date());
  return (await reading.finally(() => database.close())).open;
}

type Serving = {
  config: Config;
  databaseUrl: string;
  poolerUrl: string | undefined;
  seal: Seal;
  log: Logger;
  jobMetrics: () => Promise<string>;
};

async function serveFrom(place: "sources" | "build", serving: Serving) {
  if (place === "build") {
    process.env["NODE_ENV"] = "production";
    const { serve }: typeof import("#app/serve.server.ts") = await import(built);
    return serve(serving);
  }
  const { develop } = await import("./develop.ts");
  const { development, loadSite, stop } = await develop();
  running.defer(stop);
  const { serve } = await loadSite();
  return serve({ ...serving, development });
}

/** This process keeps the jobs and the sandbox, and replaces web processes that end. */
async function serveFromProcesses({ config, databaseUrl, poolerUrl, seal, log, jobMetrics }: Serving) {
  const { serveSandbox } = await import("#processes/serve-sandbox.ts");
  const { runWebProcesses } = await import("#processes/web-processes.ts");
  // All web processes and the sandbox must know the same port.
  const port = config.port === 0 ? await freePort() : config.port;
  const { local, origin } = addressesOf(config, port);
  const place = { dataDir: config.dataDir, url: local, origin, sandboxAt: null };
  const providers = openProviders(config.providers, place, () => new Date());
  const sandbox = providers.sandbox && (await serveSandbox(providers.sandbox, log));
  const count = config.webProcesses;
  const orders = {
    databaseUrl,
    poolerUrl,
    port,
    poolSize: poolSizeOf(count),
    keyIds: [...seal.keyIds],
    sandboxAt: sandbox?.at ?? null,
  };
  const { url, drain, reopenLogs } = await runWebProcesses({ count, orders, log, jobMetrics });
  reopenLogsOfProcesses = reopenLogs;
  return { url, providers, drain: () => drain().finally(() => sandbox?.close()) };
}

/** Check the port before creating a database. */
async function tryAddress({ port, host }: Config): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, "listening");
  probe.close();
}

/** A node with another key must stop before it answers requests. */
async function openSeal(config: Config, databaseUrl: string): Promise<Seal> {
  const opened = openSecretKey(config);
  if ("problem" in opened) return refuse([opened.problem]);
  const prepared = await prepareSecrets(databaseUrl, opened.seal);
  if (prepared.kind === "wrong-key") return refuse([wrongKey(config)]);
  if (prepared.kind === "key-unknown-to-nodes") return refuse([keyUnknownToNodes(prepared.processes)]);
  const { resealed, wasRotated, oldKeys, seal } = prepared;
  if (wasRotated) say(`${resealed} stored secrets were encrypted with the first key.`);
  for (const key of oldKeys) say(aboutOldKey(key));
  return seal;
}

/** The URL for migrations. */
async function findOwner(config: Config): Promise<string> {
  const { databaseUrl, databaseOwnerUrl, poolerUrl, dataDir, webProcesses } = config;
  if (!databaseUrl) return useEmbedded(dataDir, mostConnections(webProcesses));
  const site = await useExternal(poolerUrl ? "DATABASE_DIRECT_URL" : "DATABASE_URL", databaseUrl);
  const elsewhere = poolerUrl && (await leadsElsewhere(poolerUrl, databaseUrl));
  if (elsewhere) return refuse([elsewhere.problem]);
  return databaseOwnerUrl ? useExternal("DATABASE_OWNER_URL", databaseOwnerUrl) : site;
}

async function useEmbedded(dataDir: string, connections: number): Promise<string> {
  const settings = serverSettings(thisMachine(), connections);
  const embedded = await startEmbedded({ dataDir, settings, say });
  if ("problem" in embedded) return refuse([embedded.problem]);
  running.defer(embedded.stop);
  return embedded.url;
}

async function useExternal(variable: string, url: string): Promise<string> {
  const trouble = await checkExternal({ url, variable }, say);
  return trouble ? refuse([trouble.problem]) : url;
}

/** The URL of the pooler, for the site's role. */
async function usePooler(pooler: string, databaseUrl: string): Promise<string> {
  const { username, password, searchParams } = new URL(databaseUrl);
  const name = searchParams.get("application_name") ?? "";
  const url = withParameter(withLogin(pooler, { username, password }), "application_name", name);
  const trouble = await checkPooler(url, databaseUrl);
  return trouble ? refuse([trouble.problem]) : url;
}

type Greeting = { firstAdmin: FirstAdmin; organizer: DemonstrationOrganizer | null; open: string[] };

function greet(
  url: string,
  { payments, dataDir, logTo, webProcesses }: Config,
  { firstAdmin, organizer, open }: Greeting,
): void {
  say(`
Amana is running at ${url}

  payments   ${payments === "sandbox" ? "sandbox (no real payments)" : "live"}
  data       ${dataDir}
  log        ${logTo === "stdout" ? "here" : join(dataDir, "logs/amana.log")}
  web        ${webProcesses === 1 ? "1 process" : `${webProcesses} processes`}
  sign in    ${url}/auth${firstAdmin.kind === "invented" ? ` as ${firstAdmin.username} with ${firstAdmin.password} (shown only once)` : ""}${organizer ? `\n             or as ${organizer.username} with ${organizer.password} (shown only once)` : ""}${open.length > 0 ? `\n  open       ${open.join(", ")} (${url}/admin/go-live)` : ""}

Ctrl-C stops it.`);
}

/** npm repeats a Ctrl-C that the terminal has already sent, so a second one counts only after a second. */
function leave(): void {
  if (leavingSince !== undefined) {
    if (performance.now() - leavingSince > 1_000) hurry.resolve();
    return;
  }
  leavingSince = performance.now();
  say("\nShutting down …");
  setTimeout(hurry.resolve, (secondsToFinish + drainSeconds) * 1_000).unref();
  running.disposeAsync().then(
    () => process.exit(0),
    (error: unknown) => giveUp(error),
  );
}

/** A closed terminal sends the same signal, and then the site ends. */
function reopenLogs(): void {
  reopenLog();
  reopenLogsOfProcesses();
}

function rotateLogsOf({ dataDir }: Config): void {
  const folder = logFolder(dataDir);
  mkdirSync(folder, { recursive: true });
  rotateLogs(folder, new Date());
  setInterval(() => {
    try {
      rotateLogs(folder, new Date());
    } catch (error) {
      log?.warn({ err: error }, "logs were not rotated");
    }
  }, 10 * 60_000).unref();
}

function refuse(lines: string[]): never {
  throw new Refusal(lines.join("\n  "));
}

async function giveUp(error: unknown): Promise<never> {
  console.error(explain(error));
  if (!isRefusal(error)) log?.warn({ err: error }, "start failed");
  hurry.resolve();
  await running.disposeAsync().catch(() => undefined);
  process.exit(1);
}

function isRefusal(error: unknown): boolean {
  return error instanceof Refusal || error instanceof UnusableDatabase;
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return `Amana cannot start: ${String(error)}`;
  if (isRefusal(error)) return error.message;
  const { code, syscall, port, address, path }: NodeJS.ErrnoException & { port?: number; address?: string } =
    error;
  if (code === "EADDRINUSE") {
    return `Port ${port} is used by another program. Stop that program, or choose another port: PORT=${Number(port) + 1} npm start`;
  }
  if (code === "EADDRNOTAVAIL") return `HOST=${address} is not an address of this machine.`;
  if (code === "EACCES" && syscall === "listen") {
    return `No permission to listen on port ${port}. Choose a port from 1024, and put a proxy in front of it.`;
  }
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    const left = dataDir === undefined ? [] : findLeftOfRoot(dataDir);
    const way =
      left.length > 0
        ? `Run chown -R --reference=${dataDir} ${left.join(" ")} as root`
        : "Start Amana as its owner";
    return `No permission to use ${path}. ${way}, or set DATA_DIR to another folder.`;
  }
  if (code === "ENOSPC" || code === "EDQUOT" || code === "53100") {
    return "The disk is full. Free some space and start again. No data was lost.";
  }
  return `Amana cannot start: ${error.message}`;
}

function say(line: string): void {
  console.log(line);
}
