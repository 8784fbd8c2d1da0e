import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import { freePort } from "#database/cluster.ts";
import { startEmbedded } from "#database/embedded.ts";
import { migrate } from "#database/migrate.ts";
import { seed } from "#database/seed/seed.ts";
import { openDatabase, type Database } from "#database/sql.server.ts";
import { listeningMailServer, readLetter } from "#tests/support/mail-server.ts";
import { campaign } from "#tests/support/records.ts";
import type { Chance } from "./chance.ts";
import { callbackSecret, credentials } from "./gateways.ts";
import { parentOf } from "./kill-postgres.ts";
import { mutants, type Mutant, type MutantName } from "./mutants.ts";
import type { Plan } from "./points.ts";
import { roundOfJobs } from "./jobs-round.ts";
import { openPostOffice, type PostOffice } from "./post-office.ts";

/** PostgreSQL as in production, the gateways with a memory of their own, the post between them and the site, and the site itself. */
export type Place = {
  folder: string;
  office: PostOffice;
  database: Database;
  databaseUrl: string;
  statusChecks: boolean;
  /** How often each came, by its Message-ID. */
  letters: ReadonlyMap<string, number>;
  mailUrl: string;
  site: Site;
  gateways: Gateways;
  /** A database that nobody has given to yet, and gateways that know of nothing. */
  beginAnew(over?: { mutant?: MutantName; statusChecks?: boolean }): Promise<void>;
  startSite(): Promise<void>;
  planDeath(plan: Omit<Plan, "postmaster">): Promise<void>;
  lastPoint(): Promise<string>;
  /** The end of the site's log. */
  logged(): Promise<string>;
  close(): Promise<void>;
};

export type Site = {
  url: string;
  alive(): boolean;
  died: Promise<unknown>;
  postgresKilled: Promise<unknown>;
  /** One round of what the jobs do, as if it were so much later. */
  work(ahead: number): Promise<void>;
  stop(): Promise<void>;
};

export const campaigns = ["for-the-library", "for-the-well", "for-zakat"] as const;

const message = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("listening"), url: z.string() }),
  z.object({ kind: z.literal("planned") }),
  z.object({ kind: z.literal("postgres killed") }),
]);

export async function openPlace(chance: Chance): Promise<Place> {
  const open = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "amana-faults-"));
  open.defer(() => rm(folder, { recursive: true, force: true }));
  // As root PostgreSQL runs under another account, and what it cannot reach here it would keep elsewhere.
  await chmod(folder, 0o755);
  await mkdir(join(folder, "site"));
  const embedded = await startEmbedded({ dataDir: join(folder, "database"), say: () => undefined });
  if ("problem" in embedded) throw new Error(embedded.problem);
  open.defer(embedded.stop);
  await makeTemplate(embedded.url);

  const letters = new Map<string, number>();
  const mail = await listeningMailServer({
    onLetter({ raw }) {
      const id = readLetter(raw).header("Message-ID") ?? "";
      letters.set(id, (letters.get(id) ?? 0) + 1);
      mail.received.length = 0;
    },
  });
  open.defer(mail.close);
  const office = await openPostOffice(await freePort(), chance);
  open.defer(office.close);
  const gateways = await startGateways(join(folder, "gateways.sqlite"), office.url);
  open.defer(gateways.stop);
  const sitePort = await freePort();
  let databases = 0;
  let mutant: MutantName | null = null;
  let site: Awaited<ReturnType<typeof startSite>> | null = null;
  let database: Database | null = null;
  open.defer(() => database?.close());
  open.defer(() => site?.stop());

  const place: Place = {
    folder,
    office,
    gateways,
    letters,
    mailUrl: mail.url,
    databaseUrl: "",
    statusChecks: false,
    get database() {
      if (database === null) throw new Error("nothing has begun");
      return database;
    },
    get site() {
      if (site === null) throw new Error("no site was started");
      return site;
    },
    async beginAnew(over = {}) {
      await site?.stop();
      await database?.close();
      office.forget();
      letters.clear();
      await gateways.administer("reset");
      mutant = over.mutant ?? null;
      place.statusChecks = over.statusChecks ?? false;
      const shape = place.statusChecks ? "nested" : "absent";
      await gateways.administer("switches", { azampay: { statusShape: shape } });
      const name = `amana_${(databases += 1)}`;
      place.databaseUrl = at(embedded.url, name);
      await statement(embedded.url, `create database ${name} template amana_template`);
      const taken: Mutant | null = mutant === null ? null : mutants[mutant];
      for (const each of taken?.statements ?? [])
        await statement(place.databaseUrl, each.replace(":name", name));
      database = openDatabase(place.databaseUrl, { poolSize: 3 });
      await place.startSite();
    },
    async startSite() {
      if (open.disposed) throw new Error("this place is closed");
      // PostgreSQL may still be recovering, and then a site does not start.
      for (let tries = 1; ; tries++) {
        try {
          site = await startSite(place, sitePort, mutant);
          break;
        } catch (error) {
          if (tries === 20 || open.disposed) throw error;
          await wait(250);
        }
      }
      office.site = site.url;
    },
    async planDeath(plan) {
      if (site === null) return;
      const postmaster = plan.victim === "postgres" ? await postmasterOf(embedded.url) : 0;
      await site.plan({ ...plan, postmaster });
    },
    lastPoint: () => readFile(join(folder, "last-point"), "utf8").catch(() => "none"),
    logged: async () => (await readFile(join(folder, "site/node.log"), "utf8").catch(() => "")).slice(-3_000),
    close: () => open.disposeAsync(),
  };
  return place;
}

async function makeTemplate(url: string): Promise<void> {
  await statement(url, "create database amana_template");
  const template = at(url, "amana_template");
  await migrate(template, () => undefined);
  await seed(template, "empty", { putPicture: noPicture, say: () => undefined });
  const database = openDatabase(template, { poolSize: 1 });
  for (const id of campaigns) {
    const zakat = id === "for-zakat";
    await campaign(database.everything, {
      id,
      is_zakat_eligible: zakat,
      ...(zakat && { category: "zakat" }),
    });
  }
  await database.close();
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

async function postmasterOf(url: string): Promise<number> {
  for (;;) {
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

export type Gateways = {
  url: string;
  administer(path: string, body?: object): Promise<unknown>;
  payments(): Promise<GatewayPayment[]>;
  stop(): Promise<void>;
};

const gatewayPayment = z.object({
  gateway: z.enum(["azampay", "selcom"]),
  reference: z.string(),
  amount: z.string(),
  taken: z.string(),
  status: z.string(),
  phone: z.string().nullable(),
  order: z.looseObject({ buyer: z.string() }).nullable(),
});

export type GatewayPayment = z.infer<typeof gatewayPayment>;

async function startGateways(file: string, office: string): Promise<Gateways> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [resolve("payments/gateway-sandbox/process.ts")], {
    env: {
      ...{ PATH: process.env["PATH"], SANDBOX_FILE: file, SANDBOX_PORT: String(port), SANDBOX_MAGIC: "1" },
      ...{ AZAMPAY_CALLBACK_URL: `${office}/api/callbacks/azampay/${callbackSecret}`, ...credentials },
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
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
    stop: () => end(child),
  };
}

async function startSite(place: Place, port: number, mutant: MutantName | null) {
  const child = fork(join(import.meta.dirname, "node.ts"), {
    env: {
      ...{ PATH: process.env["PATH"], NODE_ENV: "production", PORT: String(port), TRUST_PROXY: "1" },
      ...{
        DATABASE_URL: place.databaseUrl,
        DATA_DIR: join(place.folder, "site"),
        PUBLIC_URL: place.office.url,
      },
      ...{ SMTP_URL: place.mailUrl, MAIL_FROM: "Fund <fund@fund.example>" },
      ...{ GATEWAYS: place.gateways.url, STATUS_CHECKS: place.statusChecks ? "1" : "0" },
      LAST_POINT: join(place.folder, "last-point"),
      // A site is started a thousand times: most of what it does then is to read its own code.
      NODE_COMPILE_CACHE: resolve("node_modules/.cache/faults"),
      ...(mutant !== null && { MUTANT: mutant }),
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const died = once(child, "exit");
  const listening = Promise.withResolvers<string>();
  const postgresKilled = Promise.withResolvers<void>();
  let planned = Promise.withResolvers<void>();
  child.on("message", (text) => {
    const said = message.parse(text);
    if (said.kind === "listening") listening.resolve(said.url);
    if (said.kind === "planned") planned.resolve();
    if (said.kind === "postgres killed") postgresKilled.resolve();
  });
  void died.then(() => listening.reject(new Error("the site ended before it listened")));
  const url = await listening.promise;
  const alive = () => child.exitCode === null && child.signalCode === null;
  return {
    url,
    alive,
    died,
    postgresKilled: postgresKilled.promise,
    /** Over once the site knows of it, or is dead already. */
    async plan(death: Plan) {
      planned = Promise.withResolvers<void>();
      tell(child, death);
      await Promise.race([planned.promise, died]);
    },
    async work(ahead: number) {
      const round = roundOfJobs(place.database.everything, ahead, alive);
      await Promise.race([round.catch(() => wait(100)), died]);
    },
    stop: () => end(child),
  };
}

/** A site may die between a look at it and a word to it: that is no failure of the harness. */
function tell(child: ChildProcess, word: object): void {
  if (child.connected) child.send(word, () => undefined);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

function noPicture(): never {
  throw new Error("an empty site has no pictures");
}
