import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { appendFile, chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import type { Kysely } from "kysely";
import pg from "pg";
import { z } from "zod";
import { startEmbedded } from "#database/embedded/start.ts";
import { migrate } from "#database/migrate.ts";
import { seed } from "#database/seed/seed.ts";
import { openDatabase, type Database } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import { openWebRole } from "#database/web-role.ts";
import { listeningMailServer, readEmail } from "#tests/support/mail/server.ts";
import { campaign } from "#tests/support/database/records.ts";
import type { Chance } from "./chance.ts";
import { callbackSecret, credentials } from "./gateways.ts";
import { parentOf } from "./kill-postgres.ts";
import { mutants, type Mutant, type MutantName } from "./mutants.ts";
import { reportShape, type Plan } from "./points.ts";
import { roundOfJobs } from "./jobs-round.ts";
import { openPostOffice, type PostOffice } from "./post-office.ts";

/** PostgreSQL with production settings, and an empty database to copy. All cases of a run share it. */
export type Ground = AsyncDisposable & {
  /** Returns the URL of a new copy. */
  newDatabase(): Promise<string>;
  isReady(): Promise<boolean>;
  postmaster(): Promise<number>;
};

/** A database, gateways with stored state, a relay for their callbacks, and the site. */
export type Place = {
  folder: string;
  office: PostOffice;
  database: Database;
  databaseUrl: string;
  /** The URL of the site's role. */
  webUrl: string;
  statusChecks: boolean;
  /** One, or a supervisor and its web processes. */
  processes: number;
  /** Milliseconds by which the site's clock is ahead. The clocks of PostgreSQL and the gateways are right. */
  clockAhead: number;
  emails: ReadonlyMap<string, number>;
  mailUrl: string;
  site: Site;
  gateways: GatewayProcess;
  /** Throws after this place was closed. Every loop calls it. */
  assertOpen(): void;
  /** Hears each answer to a donor, or null if none came, and its time in milliseconds. */
  onAnswer?(status: number | null, took: number): void;
  startSite(): Promise<void>;
  /** A moment of the first process, unless another one is named. */
  planDeath(plan: Omit<Plan, "postmaster" | "process"> & { process?: number }): Promise<void>;
  lastPoint(): Promise<string>;
  logged(): Promise<string>;
};

type Wanted = {
  chance: Chance;
  mutant?: MutantName;
  statusChecks?: boolean;
  webProcesses?: number;
  clockAhead?: number;
};

type Site = {
  url: string;
  alive(): boolean;
  died: Promise<unknown>;
  /** A web process died, since the last plan. The supervisor replaces it. */
  webProcessDied(): Promise<unknown>;
  postgresKilled: Promise<unknown>;
  /** Resolves once the site has the plan, or is dead. */
  plan(death: Plan): Promise<void>;
  /** Runs the jobs once, as if this much time had passed. */
  work(ahead: number): Promise<void>;
  stop(): Promise<void>;
};

export const campaigns = ["for-the-library", "for-the-well", "for-zakat"] as const;

const messageShape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("listening"), url: z.string() }),
  z.object({ kind: z.literal("web process died") }),
  ...reportShape.options,
]);

export async function openGround(): Promise<Ground> {
  await using open = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "amana-faults-"));
  open.defer(() => rm(folder, { recursive: true, force: true }));
  // As root, PostgreSQL runs under another account and would use another folder if it cannot reach this one.
  await chmod(folder, 0o755);
  const embedded = await startEmbedded({ dataDir: folder, say: () => undefined });
  if ("problem" in embedded) throw new Error(embedded.problem);
  open.defer(embedded.stop);
  const { url } = embedded;
  // An asynchronous commit stays off the disk this long, so that slow machines also detect its mutant.
  await appendFile(join(folder, "postgres/cluster/postgresql.conf"), "wal_writer_delay = 10s\n");
  process.kill(await postmasterOf(url, () => false), "SIGHUP");
  await makeTemplate(url);
  let databases = 0;
  const opened = open.move();
  return {
    async newDatabase() {
      const name = `amana_${(databases += 1)}`;
      await statement(url, `create database ${name} template amana_template`);
      return at(url, name);
    },
    isReady: () =>
      statement(url, "select").then(
        () => true,
        () => false,
      ),
    postmaster: () => postmasterOf(url, () => opened.disposed),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/**
 * The stack ends everything that this starts, even after an incomplete start. A case past its limit continues in the
 * background, but cannot start more after its stack has ended.
 */
export async function openPlace(
  ground: Ground,
  stack: AsyncDisposableStack,
  { chance, mutant, statusChecks = false, webProcesses = 1, clockAhead = 0 }: Wanted,
): Promise<Place> {
  function assertOpen(): void {
    if (stack.disposed) throw new Error("this place is closed");
  }
  async function held<Resource>(opening: Promise<Resource>, close: (resource: Resource) => unknown) {
    const resource = await opening;
    if (stack.disposed) await close(resource);
    assertOpen();
    stack.defer(async () => void (await close(resource)));
    return resource;
  }

  const folder = await held(mkdtemp(join(tmpdir(), "amana-place-")), (made) =>
    rm(made, { recursive: true, force: true }),
  );
  const taken: Mutant | null = mutant === undefined ? null : mutants[mutant];
  const databaseUrl = await ground.newDatabase();
  const webUrl = await openWebRole({ owner: databaseUrl }, throwWarning);
  // Run this after granting the site role's rights, so that a mutant that loses commits does not lose those.
  for (const each of taken?.statements ?? [])
    await statement(databaseUrl, each.replace(":name", new URL(databaseUrl).pathname.slice(1)));
  const database = await held(Promise.resolve(openDatabase(databaseUrl, { poolSize: 3 })), ({ close }) =>
    close(),
  );
  const emails = new Map<string, number>();
  const mail = await held(
    listeningMailServer({
      onEmail({ raw }) {
        const id = readEmail(raw).header("Message-ID") ?? "";
        emails.set(id, (emails.get(id) ?? 0) + 1);
        mail.received.length = 0;
      },
    }),
    ({ close }) => close(),
  );
  const office = await held(openPostOffice(chance), ({ close }) => close());
  function started(start: () => ChildProcess): ChildProcess {
    assertOpen();
    const child = start();
    stack.defer(() => end(child));
    return child;
  }
  const gateways = await startGateways(join(folder, "gateways.sqlite"), office.url, started);
  const shape = statusChecks ? "nested" : "absent";
  await gateways.administer("switches", { azampay: { statusShape: shape } });
  let site: Site | null = null;

  const place: Place = {
    ...{ folder, office, gateways, emails, databaseUrl, webUrl, statusChecks, database, assertOpen },
    clockAhead,
    processes: webProcesses === 1 ? 1 : webProcesses + 1,
    mailUrl: mail.url,
    get site() {
      if (site === null) throw new Error("no site was started");
      return site;
    },
    async startSite() {
      // A site does not start while PostgreSQL is recovering. To try costs more than to ask.
      for (let failures = 0; ;) {
        assertOpen();
        if (!(await ground.isReady())) {
          await wait(100);
          continue;
        }
        try {
          site = await startSite(place, mutant, started);
          break;
        } catch (error) {
          if (await ground.isReady()) failures += 1;
          if (failures === mostFailures) throw error;
          await wait(250);
        }
      }
      office.site = site.url;
    },
    async planDeath(plan) {
      if (site === null) return;
      const postmaster = plan.victim === "postgres" ? await ground.postmaster() : 0;
      await site.plan({ process: 0, ...plan, postmaster });
    },
    lastPoint: () => readFile(join(folder, "last-point"), "utf8").catch(() => "none"),
    logged: async () => (await readFile(join(folder, "node.log"), "utf8").catch(() => "")).slice(-3_000),
  };
  await place.startSite();
  return place;
}

/** The processes start a thousand times, and most of that time goes into parsing their code. */
export const compiled = resolve("node_modules/.cache/faults");

const shiftClock = join(import.meta.dirname, "under-load/shift-clock.mjs");

/** Failed starts that are accepted while PostgreSQL accepts connections. */
const mostFailures = 5;

async function makeTemplate(url: string): Promise<void> {
  await statement(url, "create database amana_template");
  await fillDatabase(at(url, "amana_template"));
}

export async function fillDatabase(url: string): Promise<void> {
  await migrate(url, () => undefined);
  await seed(url, "empty", { putPicture: noPicture, say: () => undefined });
  const database = openDatabase(url, { poolSize: 1 });
  await addCampaigns(database.readWrite);
  await database.close();
}

export async function addCampaigns(db: Kysely<Tables>): Promise<void> {
  for (const id of campaigns) {
    const zakat = id === "for-zakat";
    await campaign(db, { id, is_zakat_eligible: zakat, ...(zakat && { category: "zakat" }) });
  }
}

function at(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function statement(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  client.on("error", () => undefined);
  await client.connect();
  await client.query(text).finally(() => client.end());
}

async function postmasterOf(url: string, isOver: () => boolean): Promise<number> {
  for (;;) {
    if (isOver()) throw new Error("PostgreSQL was stopped");
    const client = new pg.Client(url);
    client.on("error", () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
      return parentOf(rows[0]?.pid ?? 0);
    } catch {
      await wait(100);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

export type GatewayProcess = {
  url: string;
  administer(path: string, body?: object): Promise<unknown>;
  payments(): Promise<GatewayPayment[]>;
};

const gatewayPayment = z.object({
  gateway: z.enum(["azampay", "selcom"]),
  ...{ reference: z.string(), gatewayReference: z.string(), createdAt: z.number() },
  amount: z.string(),
  taken: z.string(),
  status: z.string(),
  phone: z.string().nullable(),
  order: z.looseObject({ buyer: z.string() }).nullable(),
});

export type GatewayPayment = z.infer<typeof gatewayPayment>;

type Started = (start: () => ChildProcess) => ChildProcess;

export async function startGateways(file: string, office: string, started: Started): Promise<GatewayProcess> {
  const child = started(() =>
    spawn(process.execPath, [resolve("payments/gateway-sandbox/process.ts")], {
      env: {
        ...{ PATH: process.env["PATH"], SANDBOX_FILE: file, SANDBOX_PORT: "0", SANDBOX_MAGIC: "1" },
        NODE_COMPILE_CACHE: compiled,
        ...{ AZAMPAY_CALLBACK_URL: `${office}/api/callbacks/azampay/${callbackSecret}`, ...credentials },
      },
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  const url = await addressOf(child);
  const administer = async (path: string, body?: object) => {
    const answer = await fetch(`${url}/_admin/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body ?? {}),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? null : answer.json();
  };
  return {
    url,
    administer,
    payments: async () => z.array(gatewayPayment).parse(await (await fetch(`${url}/_admin/payments`)).json()),
  };
}

async function startSite(place: Place, mutant: MutantName | undefined, started: Started): Promise<Site> {
  const child = started(() =>
    fork(join(import.meta.dirname, "node.ts"), {
      env: {
        ...{ PATH: process.env["PATH"], NODE_ENV: "production", PORT: "0", TRUST_PROXY: "1" },
        ...{
          DATABASE_URL: place.webUrl,
          DATA_DIR: place.folder,
          PUBLIC_URL: place.office.url,
        },
        ...{ SMTP_URL: place.mailUrl, MAIL_FROM: "Fund <fund@fund.example>" },
        WEB_PROCESSES: String(Math.max(1, place.processes - 1)),
        ...{ GATEWAYS: place.gateways.url, STATUS_CHECKS: place.statusChecks ? "1" : "0" },
        LAST_POINT: join(place.folder, "last-point"),
        NODE_COMPILE_CACHE: compiled,
        ...(mutant !== undefined && { MUTANT: mutant }),
        CLOCK_AHEAD: String(place.clockAhead),
      },
      // Vitest's own condition would load the development build of the router.
      execArgv: place.clockAhead === 0 ? [] : ["--import", shiftClock],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    }),
  );
  const died = once(child, "exit");
  const listening = Promise.withResolvers<string>();
  const postgresKilled = Promise.withResolvers<void>();
  let planned = Promise.withResolvers<void>();
  let webProcessDied = Promise.withResolvers<void>();
  child.on("message", (text) => {
    const message = messageShape.parse(text);
    if (message.kind === "listening") listening.resolve(message.url);
    if (message.kind === "planned" || message.kind === "web process died") planned.resolve();
    if (message.kind === "web process died") webProcessDied.resolve();
    if (message.kind === "postgres killed") postgresKilled.resolve();
  });
  void died.then(() => listening.reject(new Error("the site ended before it listened")));
  const url = await listening.promise;
  const alive = () => child.exitCode === null && child.signalCode === null;
  return {
    url,
    alive,
    died,
    webProcessDied: () => webProcessDied.promise,
    postgresKilled: postgresKilled.promise,
    async plan(death: Plan) {
      planned = Promise.withResolvers<void>();
      webProcessDied = Promise.withResolvers<void>();
      sendMessage(child, death);
      await Promise.race([planned.promise, died]);
    },
    async work(ahead: number) {
      place.assertOpen();
      const round = roundOfJobs(place.database.readWrite, { ahead, clockAhead: place.clockAhead, alive });
      await Promise.race([round.catch(() => wait(100)), died]);
    },
    stop: () => end(child),
  };
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("the gateways have no output");
  for await (const line of createInterface({ input: stdout })) {
    const [address] = /http:\S+/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error("the gateways ended before they listened");
}

/** The site can die just before the message, which is not an error here. */
function sendMessage(child: ChildProcess, word: object): void {
  if (child.connected) child.send(word, () => undefined);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

function throwWarning(warning: string): never {
  throw new Error(warning);
}

function noPicture(): never {
  throw new Error("an empty site has no pictures");
}
