import { fork, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readAddress, withLogin } from "#database/address.ts";
import { openDatabase } from "#database/sql.server.ts";
import { openWebRole } from "#database/web-role.ts";
import { listeningMailServer, readEmail } from "#tests/support/mail/server.ts";
import type { Chance } from "#tests/faults/chance.ts";
import { roundOfJobs } from "#tests/faults/jobs-round.ts";
import { fillDatabase, startGateways, type Place } from "#tests/faults/place.ts";
import { openPostOffice } from "#tests/faults/post-office.ts";
import { openServers, password, until, type Ports, type Program, type Servers } from "./servers.ts";

export type Machines = Servers & { place: Place; nodes: readonly Program[]; ready(): Promise<void> };

/** Servers, three nodes of the site, the payment sandbox and a mail server. The third node gets no visitors: a worker. */
export async function openMachines(
  chance: Chance,
  ports: Ports,
  stack: AsyncDisposableStack,
): Promise<Machines> {
  const folder = await mkdtemp(join(tmpdir(), "amana-machines-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const servers = await openServers(folder, ports, stack);
  await startServers(servers);
  const owner = readAddress(
    `postgres://postgres:${password}@${ports.postgres.map((port, at) => `${servers.network.addressOf(["a", "b"][at] ?? "")}:${port}`).join()}/postgres`,
  );
  if (owner === null) throw new Error("a wrong address");
  await fillDatabase(owner);
  const web = await openWebRole({ owner, isPooled: true }, (warning) => {
    throw new Error(warning);
  });
  const pooler = withLogin(`postgres://127.0.0.1:${ports.pooler}/postgres`, new URL(web));

  const office = await openPostOffice(chance);
  stack.defer(office.close);
  const emails = new Map<string, number>();
  const mail = await listeningMailServer({
    onEmail({ raw }) {
      const id = readEmail(raw).header("Message-ID") ?? "";
      emails.set(id, (emails.get(id) ?? 0) + 1);
      mail.received.length = 0;
    },
  });
  stack.defer(mail.close);
  const gateways = await startGateways(join(folder, "gateways.sqlite"), office.url, (start) => {
    const child = start();
    stack.defer(() => void child.kill("SIGKILL"));
    return child;
  });
  await gateways.administer("switches", { azampay: { statusShape: "nested" } });
  const environment = {
    ...{ PATH: process.env["PATH"], NODE_ENV: "production", TRUST_PROXY: "1", WEB_PROCESSES: "1" },
    ...{ DATABASE_URL: pooler, DATABASE_DIRECT_URL: web, DATABASE_READ_URL: servers.machines[1].url },
    ...{ SECRET_KEY: randomBytes(32).toString("base64") },
    ...{ PUBLIC_URL: office.url, SMTP_URL: mail.url, MAIL_FROM: "Fund <fund@fund.example>" },
    ...{ GATEWAYS: gateways.url, STATUS_CHECKS: "1" },
  };
  const nodes = await Promise.all(
    ports.nodes.map(async (port, at) => {
      const data = join(folder, `node-${at + 1}`);
      await mkdir(data);
      return openNode(["web node 1", "web node 2", "worker"][at] ?? "", stack, {
        ...environment,
        ...{ PORT: String(port), DATA_DIR: data, LAST_POINT: join(data, "last-point") },
      });
    }),
  );
  for (const node of nodes) await node.start();
  const url = `http://127.0.0.1:${ports.site}`;
  office.site = url;
  const database = openDatabase(owner, { poolSize: 3 });
  stack.defer(database.close);
  const place = placeOf(
    { folder, office, gateways, emails, database, databaseUrl: owner, webUrl: web },
    url,
    mail.url,
  );

  async function ready(): Promise<void> {
    await until("both machines replicate", async () => {
      const roles = await Promise.all(servers.machines.map((machine) => machine.role()));
      return (
        roles.filter((role) => role.endsWith(" running")).length === 2 && (await isSynchronous(database))
      );
    });
    await until("both web nodes are ready", async () => {
      const answers = await Promise.all(
        ports.nodes.map((port) => fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)),
      );
      return answers.every((answer) => answer?.status === 200);
    });
  }
  return { ...servers, place, nodes, ready };
}

async function startServers({ etcd, machines, balancer, pooler }: Servers): Promise<void> {
  await etcd.start();
  const [first, second] = machines;
  await first.start();
  await until("a primary", async () => /^(?:master|primary) running/.test(await first.role()));
  await second.start();
  await until("a standby", async () => /(?:replica|standby) running/.test(await second.role()));
  await balancer.start();
  await pooler.start();
}

async function isSynchronous({ pool }: Place["database"]): Promise<boolean> {
  const found = await pool
    .query("select from pg_stat_replication where sync_state = 'sync'")
    .catch(() => ({ rows: [] }));
  return found.rows.length === 1;
}

type Parts = Pick<Place, "folder" | "office" | "gateways" | "emails" | "database" | "databaseUrl" | "webUrl">;

function placeOf(parts: Parts, url: string, mailUrl: string): Place {
  const never = new Promise<never>(() => undefined);
  return {
    ...{ ...parts, mailUrl, statusChecks: true, processes: 1, clockAhead: 0 },
    site: {
      ...{ url, alive: () => true, died: never, postgresKilled: never },
      webProcessDied: () => never,
      plan: async () => undefined,
      work: (ahead) => roundOfJobs(parts.database.readWrite, { ahead, clockAhead: 0, alive: () => true }),
      stop: async () => undefined,
    },
    assertOpen: () => undefined,
    startSite: async () => undefined,
    planDeath: async () => undefined,
    lastPoint: async () => "none",
    logged: async () => "",
  };
}

/** One process of the built site with its jobs, as `npm start` runs it on a machine with one core. */
function openNode(name: string, stack: AsyncDisposableStack, env: NodeJS.ProcessEnv): Program {
  let child: ChildProcess | null = null;
  const node: Program = {
    name,
    async start() {
      child = fork(resolve("tests/faults/node.ts"), { env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
      const died = once(child, "exit").then(() =>
        Promise.reject(new Error(`${name} ended before it listened`)),
      );
      await Promise.race([once(child, "message"), died]);
      died.catch(() => undefined);
    },
    async kill() {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
  stack.defer(node.kill);
  return node;
}
