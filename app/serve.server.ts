import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { createRequestHandler, type ServerBuild } from "react-router";
import type { Config } from "#config";
import { nextMidnight } from "#domain/system/calendar.ts";
import { usualLimits, type Limits, type Load, type Urgency } from "#domain/system/admission.ts";
import { poolSizeOf } from "#domain/system/capacity.ts";
import type { Breaches } from "#domain/accounts/breaches.ts";
import type { Seal } from "#domain/system/seal.ts";
import { publishChange, listenForChanges, type ChangeListener } from "#database/changes.ts";
import { sharedSecret } from "#operations/system/shared-secrets.ts";
import { openStatusReader } from "#database/donations/batch-status-reads.ts";
import { withLogin } from "#database/address.ts";
import { openDatabase, type Database, type Reads } from "#database/sql.server.ts";
import type { Replica } from "#database/replica.ts";
import { linesApart } from "#operations/donations/export-in-worker.ts";
import { recordSecurityEvents } from "#operations/system/record-security-events.ts";
import type { ObserveCall } from "#outside/http.ts";
import { openProviders, type OpenProviders } from "#payments/open-providers.ts";
import { openBreaches } from "#outside/breaches/breached-passwords.ts";
import { openDocuments } from "#storage/documents.ts";
import { openScanner } from "#storage/scan-for-malware.ts";
import { openStores } from "#storage/open-stores.ts";
import { openPictures } from "#storage/pictures/open.ts";
import { openShareImages } from "#storage/pictures/share-images.ts";
import { openAccounts } from "./account/accounts.server.ts";
import { openCollecting } from "./api/donations/collecting.server.ts";
import { openLive, type Live } from "./api/live/live.server.ts";
import { ownPlaces } from "./api/live/stream-places.ts";
import { addressesOf } from "./http/addresses.ts";
import { answerWith } from "./http/dispatch.server.ts";
import { pathsToLog, patternsOf, type LoggedPath } from "./http/logged-path.server.ts";
import { openRoutes } from "./http/routes.server.ts";
import { openMetrics, type Metrics } from "./http/metrics.server.ts";
import type { Neighbours } from "./http/neighbours.ts";
import { closesServer, limitsBehindProxy } from "./http/port/close-server.server.ts";
import { endsUnreadAnswers } from "./http/port/end-unread-answers.server.ts";
import { listenForRequests } from "./http/port/listen.server.ts";
import { openContent } from "./http/cache/content.server.ts";
import { withNewFigures } from "./http/cache/new-figures.server.tsx";
import { openPageCache, type PageCache } from "./http/cache/pages.server.ts";
import { openAdmission } from "./http/overload/admission.server.ts";
import { measureLoad } from "./http/overload/load.server.ts";
import { openUnderWay } from "./http/pictures/under-way.server.ts";
import { withPolicies } from "./http/security/access-policy.server.ts";
import { refuse } from "./http/refuse.server.ts";
import { closedPolicy, policyFor, securityHeaders } from "./http/security/headers.server.ts";
import { openSecurityLog } from "./http/security/event-log.server.ts";
import { loadStaticFiles, type StaticFile } from "./http/static-files.server.ts";
import { loadScripts } from "./browser/small-script-address.server.ts";

type Serving = {
  config: Config;
  databaseUrl: string;
  /** All statements go through this pooler, but not the notifications. */
  poolerUrl?: string | undefined;
  /** Its key was checked against this database by `prepareSecrets`. */
  seal: Seal;
  log: Logger;
  development?: Development;
  poolSize?: number;
  /** The sandbox in another process. */
  sandboxAt?: string | null;
  /** Replaces the measured load. */
  loadNow?: () => Load;
  limits?: Limits;
  /** Replaces the longest waits of requests whose work has not begun. */
  queueing?: Record<Urgency, number>;
  /** Replaces the bytes of pictures that may be under way together. */
  pictureBytes?: number | undefined;
  /** Replaces the time until a connection ends whose receiver takes nothing, in milliseconds. */
  longestSilence?: number | undefined;
  /** Replaces the longest waits for a connection to the database. */
  longestWait?: number;
  /** Replaces the time until an unchanged page gets the best compression. Null for never. */
  stableAfter?: number | null;
  /** The other web processes of this machine. */
  neighbours?: Neighbours;
  /** The figures of the jobs, if they run in this process. */
  jobMetrics?: () => Promise<string>;
};

/** In development, Vite serves the files and the newest routes; nothing is cached. */
export type Development = {
  files: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  routes: () => Promise<unknown>;
};

export type Served = { url: string; providers: OpenProviders; drain(): Promise<void> };

/**
 * Starts the site on a migrated database. All state is in the returned object, because a process may start several
 * sites.
 */
export async function serve(serving: Serving): Promise<Served> {
  const { config, databaseUrl, seal, log, development, neighbours } = serving;
  const clientFolder = join(import.meta.dirname, "../client");
  const files = development ? new Map<string, StaticFile>() : await loadStaticFiles(clientFolder);
  if (!development) await loadScripts(clientFolder);
  const database = openOwnDatabase(serving);
  const { route, patterns } = await buildRoutes(development);
  const loggedPath = pathsToLog([...patterns, ...files.keys()]);
  const secured = await openSecured({ config, seal, log, loggedPath, db: database.readWrite });
  const { load, admission } = openOverload(database, serving);
  const content = openContent(database.publicReads);
  const findStatus = openStatusReader(database.readWrite);
  const live = openLive({ database, log, places: neighbours ?? ownPlaces(), admission, findStatus });
  const metrics = openMetrics({ pool: database.pool, neighbours, jobMetrics: serving.jobMetrics });
  const pages = openPages(serving, { content, metrics, database });
  const { replica } = database;
  const changes = followChanges(databaseUrl, { replica, pages, content, live, metrics, development, seal });
  const { server, port, close } = await openServer(serving);
  const { url, local, origin } = addressesOf(config, port);

  const { providers, providersPages, collecting } = openPayments(serving, {
    ...{ local, origin, db: database.readWrite, observe: metrics.watchCall },
  });
  let isDraining = false;
  const answer = answerWith({
    ...{ config, log, loggedPath, database, seal, live, admission, collecting, pages, files, origin, route },
    ...secured,
    content: content.reads,
    ...openStoresAndServices(serving),
    metrics,
    isDraining: () => isDraining,
    findStatus,
    donationLines: (filter) => linesApart({ databaseUrl: serving.poolerUrl ?? databaseUrl, filter }),
    publishChange: (change) => publishChange(databaseUrl, change),
    policy: development
      ? () => "object-src 'none'"
      : (html, nonce) => policyFor(html, { providersPages, nonce }),
    sandbox: providers.sandbox ?? null,
  });
  // A proxy then opens new connections, and loses no donation in one that closes while it is sent.
  server.on("request", (_, response) => isDraining && response.setHeader("Connection", "close"));
  answerRequests(server, { answer, log, ...(development && { development }) });

  const midnight = atEveryMidnight(() => {
    content.change("everything");
    pages.change("everything");
  });

  async function drain(): Promise<void> {
    isDraining = true;
    await wait(config.drainSeconds * 1_000);
    midnight.stop();
    load.stop();
    live.close();
    await close(async () => {
      await collecting.quiet();
      // The sandbox's phone pages hold connections open while they are shown.
      providers.sandbox?.close();
    });
    await changes.stop();
    await secured.security.close();
    await database.close();
  }

  return { url, providers, drain };
}

function openOwnDatabase(serving: Serving): Database {
  const { config, databaseUrl, poolerUrl, poolSize = poolSizeOf(1), longestWait } = serving;
  const replicaUrl = config.replicaUrl && withLogin(config.replicaUrl, new URL(databaseUrl));
  return openDatabase(poolerUrl ?? databaseUrl, { poolSize, longestWait, patience: 10_000, replicaUrl });
}

function openBreachesOf({ breachedPasswordsUrl }: Config, log: Logger): Breaches | null {
  if (breachedPasswordsUrl === null) return null;
  return openBreaches(breachedPasswordsUrl, (reason) =>
    log.warn({ reason }, "breached passwords not checked"),
  );
}

function openStoresAndServices({ config, log, pictureBytes }: Serving) {
  const stores = openStores(config);
  return {
    breaches: openBreachesOf(config, log),
    pictures: openPictures(stores.pictures),
    underWay: openUnderWay(pictureBytes),
    documents: openDocuments(stores.documents, config.scanner ? openScanner(config.scanner) : null),
    shareImages: openShareImages(join(config.dataDir, "share")),
  };
}

type Calling = { local: string; origin: string; db: Reads; observe: ObserveCall };

function openPayments(
  { config, databaseUrl, sandboxAt = null, log }: Serving,
  { local, origin, db, observe }: Calling,
) {
  const place = { dataDir: config.dataDir, url: local, origin, sandboxAt, observe };
  const providers = openProviders(config.providers, place, () => new Date());
  const collecting = openCollecting(providers, {
    ...{ db, log, answerFolder: answerFolderOf(config.dataDir, databaseUrl) },
  });
  const providersPages = config.providers.kind === "live" ? (config.providers.selcom?.pageHosts ?? []) : [];
  return { providers, providersPages, collecting };
}

/** The parts that need secrets from the database. */
async function openSecured({
  config,
  seal,
  log,
  loggedPath,
  db,
}: Pick<Serving, "config" | "seal" | "log"> & { loggedPath: LoggedPath; db: Database["readWrite"] }) {
  const secret = await sharedSecret(db, seal, "sessions");
  return {
    accounts: await openAccounts({ db, secret, publicUrl: config.publicUrl, log }),
    challengeKey: await sharedSecret(db, seal, "card-bar"),
    security: openSecurityLog({
      loggedPath,
      secret: await sharedSecret(db, seal, "security-log"),
      log,
      keep: (events) => recordSecurityEvents(db, events),
    }),
  };
}

function openOverload(database: Database, { loadNow, limits = usualLimits, queueing }: Serving) {
  const load = measureLoad(database);
  return { load, admission: openAdmission(limits, loadNow ?? load.now, queueing) };
}

type PageParts = { content: Content; metrics: Metrics; database: Database };

function openPages({ stableAfter, log }: Serving, { content, metrics, database }: PageParts) {
  const { readFigures } = content;
  return openPageCache({
    ...{ stableAfter, observe: metrics.watchRendering, heard: database.heard },
    withNewFigures: (page) => withNewFigures(readFigures, page, log),
  });
}

type Content = ReturnType<typeof openContent>;
type Caches = { pages: PageCache; content: Content };

type Following = {
  replica: Replica | null;
  live: Live;
  metrics: Metrics;
  development: Development | undefined;
  seal: Seal;
};

function followChanges(
  databaseUrl: string,
  { replica, pages, content, live, metrics, development, seal }: Caches & Following,
) {
  const listener: ChangeListener = {
    onChange(subject) {
      // First, so that no page is made again from a replica that lacks the change.
      replica?.changed();
      content.change(subject);
      // No page about a single donation is cached.
      if (!subject.startsWith("donation:")) pages.change(subject);
      live.changed(subject);
    },
    onListening() {
      replica?.setListening(true);
      metrics.setListening(true);
      if (!development) {
        content.setListening(true);
        pages.listeningAgain();
      }
      live.listeningAgain();
    },
    onLost() {
      replica?.setListening(false);
      metrics.setListening(false);
      content.setListening(false);
      pages.lost();
    },
  };
  return listenForChanges(databaseUrl, listener, { keyIds: seal.keyIds });
}

async function openServer({ config, longestSilence }: Serving) {
  const server = createServer({
    ...{ headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 20_000 },
    // Otherwise the code would see only the first of two Host headers.
    joinDuplicateHeaders: true,
    // A request without a body then emits no event about its end, which a cached page does not need.
    optimizeEmptyRequests: true,
  });
  server.maxHeadersCount = 64;
  endsUnreadAnswers(server, longestSilence);
  const close = closesServer(server, config.trustProxy ? limitsBehindProxy : undefined);
  const { port, stopListening } = await listenForRequests(server, config);
  return { server, port, close: (endWork: () => Promise<void>) => close({ stopListening, endWork }) };
}

async function buildRoutes(development: Development | undefined) {
  // Its generated types allow an explicit undefined where the handler's own do not.
  const routes = async () =>
    withPolicies(
      (await (development
        ? development.routes()
        : import("virtual:react-router/server-build"))) as ServerBuild,
    );
  const build = await routes();
  return {
    patterns: patternsOf(build),
    route: development ? createRequestHandler(routes, "development") : openRoutes(build),
  };
}

type ServerParts = {
  answer: ReturnType<typeof answerWith>;
  log: Logger;
  development?: Development;
};

/** Answers every request, even if its handler fails. */
function answerRequests(server: Server, { answer, log, development }: ServerParts): void {
  const fail = (request: IncomingMessage, response: ServerResponse, error: unknown) => {
    log.error({ err: error }, "request failed");
    const message = "Something went wrong on our side. Nothing was changed. Please try again.";
    refuse(request, response, 500, message);
  };
  const answerOrFail = (request: IncomingMessage, response: ServerResponse) => {
    try {
      answer(request, response)?.catch((error: unknown) => fail(request, response, error));
    } catch (error) {
      fail(request, response, error);
    }
  };
  server.on("request", (request, response) => {
    if (!development) return answerOrFail(request, response);
    development.files(request, response, () => answerOrFail(request, response));
  });
  // The body is requested only where it is read, so that a refusal comes first.
  server.on("checkContinue", answerOrFail);
  server.on("checkExpectation", (request, response) => refuse(request, response, 417, "Expectation failed"));
  server.on("clientError", refuseUnreadable);
}

/** Each database has its own folder: a site with another database does not know these payments. */
const answerFolderOf = (dataDir: string, databaseUrl: string) =>
  join(dataDir, "news", encodeURIComponent(new URL(databaseUrl).pathname.slice(1)));

/** An unreadable request never becomes a request object, so its answer is written by hand. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  // These bytes follow a request that ends the connection. Its answer is on the way and closes the connection.
  if (error.code === "HPE_CLOSED_CONNECTION") return;
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const statuses = new Map([
    ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
    ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"],
  ]);
  const lines = [
    `HTTP/1.1 ${statuses.get(error.code ?? "") ?? "400 Bad Request"}`,
    ...securityHeaders.map(([name, value]) => `${name}: ${value}`),
    ...[`Content-Security-Policy: ${closedPolicy}`, "Connection: close", "Content-Length: 0"],
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n`);
}

/** The date changes days left and closed campaigns, without a change notification. */
function atEveryMidnight(act: () => void): { stop(): void } {
  let timer: NodeJS.Timeout;
  const wait = () => {
    timer = setTimeout(
      () => {
        act();
        wait();
      },
      nextMidnight(new Date()).getTime() - Date.now() + 1,
    );
    timer.unref();
  };
  wait();
  return { stop: () => clearTimeout(timer) };
}
