import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { freePort } from "#database/embedded/cluster.ts";
import { openDatabase, sessionSettings, withOptions, type Database } from "#database/sql.server.ts";
import { openWebRole } from "#database/web-role.ts";
import { callbackSecret, credentials } from "#tests/faults/gateways.ts";
import { compiled } from "#tests/faults/place.ts";
import { secretKey } from "#tests/support/server/secret-key.ts";

/** The built site, several times on one database. The gateways of the providers are another process, as in live mode. */
export type Nodes = AsyncDisposable & {
  urls: string[];
  publicPort: number;
  database: Database;
  /** Stops a node as a deployment does, and starts it again. */
  restart(at: number): Promise<void>;
};

export async function openNodes(
  databaseUrl: string,
  { count, isAlwaysCalm = false }: { count: number; isAlwaysCalm?: boolean | undefined },
): Promise<Nodes> {
  await using open = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "amana-nodes-"));
  open.defer(() => rm(folder, { recursive: true, force: true }));
  const webUrl = await openWebRole({ owner: databaseUrl }, console.warn);
  const database = openDatabase(webUrl, { poolSize: 2 });
  open.defer(() => database.close());
  await payMany(database);
  const publicPort = await freePort();
  const publicUrl = `http://127.0.0.1:${publicPort}`;
  const gatewayPort = await freePort();
  const gateways = await startGateways(gatewayPort, folder, publicUrl);
  open.defer(() => end(gateways));
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()));
  const start = (port: number) =>
    startNode(port, {
      ...{
        DATABASE_URL: isAlwaysCalm ? withoutLimits(webUrl) : webUrl,
        DATA_DIR: folder,
        SECRET_KEY: secretKey,
        PORT: String(port),
      },
      ...{ PUBLIC_URL: publicUrl, TRUST_PROXY: "1", WEB_PROCESSES: "1", DRAIN_SECONDS: "3" },
      ...{ GATEWAYS: urlAt(gatewayPort), STATUS_CHECKS: "1", LAST_POINT: join(folder, "last-point") },
      ...(isAlwaysCalm && { LOAD: "calm" }),
    });
  const children = await Promise.all(ports.map(start));
  open.defer(async () => void (await Promise.all(children.map(end))));
  const opened = open.move();
  return {
    urls: ports.map(urlAt),
    publicPort,
    database,
    async restart(at) {
      await end(children[at]);
      children[at] = await start(ports[at] ?? 0);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** On a slow machine, a migration can hold its locks longer than a donation waits for them. */
const withoutLimits = (url: string) =>
  withOptions(
    url,
    Object.keys(sessionSettings)
      .map((name) => `-c ${name}=0`)
      .join(" "),
  );

const urlAt = (port: number) => `http://127.0.0.1:${port}`;

/** Their callbacks go through the proxy, as those of the real ones do. */
async function startGateways(port: number, folder: string, publicUrl: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [resolve("payments/gateway-sandbox/process.ts")], {
    env: {
      ...{ PATH: process.env["PATH"], SANDBOX_PORT: String(port), SANDBOX_MAGIC: "1", ...credentials },
      NODE_COMPILE_CACHE: compiled,
      SANDBOX_FILE: join(folder, "gateways.sqlite"),
      AZAMPAY_CALLBACK_URL: `${publicUrl}/api/callbacks/azampay/${callbackSecret}`,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  return child;
}

/** Resolves when the node is ready. */
async function startNode(port: number, environment: Record<string, string>): Promise<ChildProcess> {
  const child = fork(resolve("tests/faults/node.ts"), {
    env: {
      ...{ PATH: process.env["PATH"], NODE_ENV: "production", ...environment },
      NODE_COMPILE_CACHE: compiled,
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // Vitest's own condition would load the development build of the router.
    execArgv: [],
  });
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error("a node ended before it was ready");
    await wait(50);
  }
  return child;
}

const isReady = (port: number) =>
  fetch(`${urlAt(port)}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}

/** Paid requests, so that hundreds of unpaid ones need no proof of work. */
async function payMany({ readWrite: db }: Database): Promise<void> {
  await sql`
    insert into payment_requests (payment_id, client, sent_at, paid_at)
    select -n, 'earlier', now(), now() + interval '1 day' from generate_series(1, 1000) n
  `.execute(db);
}

/** The references that donors got and the database lacks. */
export async function lostOf({ readWrite: db }: Database, begun: readonly string[]): Promise<string[]> {
  const stored = await db.selectFrom("donations").select("external_id").execute();
  const known = new Set(stored.map(({ external_id: id }) => id));
  return begun.filter((id) => !known.has(id));
}
