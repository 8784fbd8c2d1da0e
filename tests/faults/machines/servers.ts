import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { chmod, chown, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { accountInsteadOfRoot, isProblem } from "#database/embedded/cluster.ts";
import { childrenOf, killServer } from "#tests/faults/kill-postgres.ts";
import { layNetwork, range, type Network } from "./network.ts";

/** A program of the trial that can be killed and started again. */
export type Program = {
  name: string;
  start(): Promise<void>;
  /** As a power failure does. */
  kill(): Promise<void>;
};

export type Ports = ReturnType<typeof portsFrom>;

export const portsFrom = (first: number) => ({
  ...{ etcd: first, etcdPeer: first + 1, pooler: first + 2, primary: first + 3, site: first + 4 },
  postgres: [first + 11, first + 12] as const,
  patroni: [first + 21, first + 22] as const,
  nodes: [first + 31, first + 32, first + 33] as const,
});

const host = "127.0.0.1";
export const password = "trial";
const bin = "/usr/lib/postgresql/15/bin";

type Launch = { command: string; args: string[]; env?: Record<string, string>; enter?: readonly string[] };

/** Runs as the account of PostgreSQL, because neither PostgreSQL nor PgBouncer accepts root. */
function openProgram(
  folder: string,
  name: string,
  launch: Launch,
  stack: AsyncDisposableStack,
): Program & { pid(): number } {
  const account = accountInsteadOfRoot();
  if (account === undefined || isProblem(account)) throw new Error("run this as root");
  const drop = ["setpriv", `--reuid=${account.uid}`, `--regid=${account.gid}`, "--clear-groups", "--"];
  const [command = "", ...args] = [...(launch.enter ?? []), ...drop, launch.command, ...launch.args];
  let child: ChildProcess | null = null;
  const program = {
    name,
    pid: () => child?.pid ?? 0,
    async start() {
      const log = openSync(join(folder, `${name}.log`), "a");
      child = spawn(command, args, {
        ...{ cwd: folder, stdio: ["ignore", log, log] },
        env: { PATH: `${bin}:/usr/sbin:/usr/bin:/bin`, HOME: folder, LC_ALL: "C.UTF-8", ...launch.env },
      });
      await once(child, "spawn");
    },
    async kill() {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
  stack.defer(program.kill);
  return program;
}

export type DatabaseMachine = Program & {
  url: string;
  role(): Promise<string>;
  killPostgres(): void;
  /** Every process stands still, as on a machine that swaps or is moved to another host. Returns how to go on. */
  freeze(): () => void;
  cut(): () => void;
};

export type Servers = {
  network: Network;
  etcd: Program;
  machines: readonly [DatabaseMachine, DatabaseMachine];
  pooler: Program;
  balancer: Program;
};

/** etcd, two PostgreSQL servers under Patroni, PgBouncer and HAProxy, all on this machine. */
export async function openServers(
  folder: string,
  ports: Ports,
  stack: AsyncDisposableStack,
): Promise<Servers> {
  const account = accountInsteadOfRoot();
  if (account === undefined || isProblem(account))
    throw new Error("run this as root, on a machine with PostgreSQL");
  await chmod(folder, 0o755);
  for (const name of ["etcd", "a", "b"]) {
    await mkdir(join(folder, name), { mode: 0o700 });
    await chown(join(folder, name), account.uid, account.gid);
  }
  await chown(folder, account.uid, account.gid);
  const network = layNetwork(["a", "b"]);
  const client = `http://${network.center}:${ports.etcd}`;
  const peer = `http://${host}:${ports.etcdPeer}`;
  const etcd = openProgram(
    folder,
    "etcd-server",
    {
      command: "etcd",
      args: [
        ...["--name=one", `--data-dir=${folder}/etcd`, `--listen-client-urls=${client}`],
        ...[`--advertise-client-urls=${client}`, `--listen-peer-urls=${peer}`],
        ...[`--initial-advertise-peer-urls=${peer}`, `--initial-cluster=one=${peer}`],
      ],
    },
    stack,
  );
  const files: [string, string][] = [
    ["a.yml", patroniFile(folder, "a", { ports, at: 0, network })],
    ["b.yml", patroniFile(folder, "b", { ports, at: 1, network })],
    ["pgbouncer.ini", poolerFile(folder, ports)],
    ["users.txt", `"postgres" "${password}"\n`],
    ["haproxy.cfg", balancerFile(ports, network)],
  ];
  for (const [name, text] of files) await writeFile(join(folder, name), text);
  const machine = (name: string, at: 0 | 1) => openMachine(folder, name, { ports, at, network, stack });
  return {
    network,
    etcd,
    machines: [machine("a", 0), machine("b", 1)],
    pooler: openProgram(
      folder,
      "pgbouncer",
      { command: "pgbouncer", args: [`${folder}/pgbouncer.ini`] },
      stack,
    ),
    balancer: openProgram(
      folder,
      "haproxy",
      { command: "haproxy", args: ["-f", `${folder}/haproxy.cfg`] },
      stack,
    ),
  };
}

type Place = { ports: Ports; at: 0 | 1; network: Network };

function openMachine(
  folder: string,
  name: string,
  { ports, at, network, stack }: Place & { stack: AsyncDisposableStack },
): DatabaseMachine {
  const address = network.addressOf(name);
  const data = join(folder, name, "data");
  const postmaster = () => Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
  const killPostgres = () => {
    try {
      killServer(postmaster());
    } catch {
      // It is not running.
    }
  };
  stack.defer(killPostgres);
  const patroni = openProgram(
    folder,
    `patroni-${name}`,
    { command: "patroni", args: [`${folder}/${name}.yml`], enter: network.enter(name) },
    stack,
  );
  return {
    ...patroni,
    url: `postgres://postgres:${password}@${address}:${ports.postgres[at]}/postgres`,
    async role() {
      const answer = await fetch(`http://${address}:${ports.patroni[at]}/patroni`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => null);
      const state: unknown = answer === null ? null : await answer.json().catch(() => null);
      return `${Reflect.get(Object(state), "role")} ${Reflect.get(Object(state), "state")}`;
    },
    killPostgres,
    async kill() {
      await patroni.kill();
      killPostgres();
    },
    freeze() {
      const server = postmaster();
      // Each parent first, so that it starts no more children.
      const group = [patroni.pid(), server].flatMap((parent) => {
        process.kill(parent, "SIGSTOP");
        return [parent, ...childrenOf(parent).filter((child) => child !== server)];
      });
      for (const each of group) process.kill(each, "SIGSTOP");
      return () => group.forEach((each) => process.kill(each, "SIGCONT"));
    },
    cut: () => network.cut(name),
  };
}

function patroniFile(folder: string, name: string, { ports, at, network }: Place): string {
  const port = ports.postgres[at];
  const host = network.addressOf(name);
  return `scope: amana
name: ${name}
restapi: { listen: "${host}:${ports.patroni[at]}", connect_address: "${host}:${ports.patroni[at]}" }
etcd3: { hosts: "${network.center}:${ports.etcd}" }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 5
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: { max_connections: 150, shared_buffers: 64MB, max_wal_size: 256MB, wal_sender_timeout: 10s }
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums]
  pg_hba:
    - host replication all ${range} scram-sha-256
    - host all all ${range} scram-sha-256
postgresql:
  listen: "${host}:${port}"
  connect_address: "${host}:${port}"
  data_dir: ${folder}/${name}/data
  bin_dir: ${bin}
  pgpass: ${folder}/${name}/pgpass
  parameters: { unix_socket_directories: "", password_encryption: scram-sha-256 }
  authentication:
    superuser: { username: postgres, password: ${password} }
    replication: { username: replicator, password: ${password} }
    rewind: { username: rewinder, password: ${password} }
`;
}

/** It asks the database for the passwords of its clients, so it needs no list of roles. */
function poolerFile(folder: string, ports: Ports): string {
  return `[databases]
* = host=${host} port=${ports.primary} auth_user=postgres
[pgbouncer]
listen_addr = ${host}
listen_port = ${ports.pooler}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
auth_query = select rolname, rolpassword from pg_authid where rolname = $1
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
server_login_retry = 1
query_wait_timeout = 10
`;
}

/**
 * The way to the primary asks Patroni. Visitors go to nodes that are ready; if none is, for example during a failover, they go
 * to any node that answers, because it then shows its kept pages.
 */
function balancerFile(ports: Ports, network: Network): string {
  const [first, second] = ports.nodes;
  const web = (check: string) =>
    [first, second].map((port, at) => `  server web${at + 1} ${host}:${port} ${check}`).join("\n");
  return `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  default-server inter 1s fall 2 rise 1
  retries 2
  option redispatch
listen primary
  mode tcp
  bind ${host}:${ports.primary}
  timeout client 1h
  timeout server 1h
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
  server a ${network.addressOf("a")}:${ports.postgres[0]} check port ${ports.patroni[0]}
  server b ${network.addressOf("b")}:${ports.postgres[1]} check port ${ports.patroni[1]}
frontend site
  bind ${host}:${ports.site}
  option forwardfor if-none
  use_backend ready if { nbsrv(ready) gt 0 }
  default_backend alive
backend ready
  option httpchk GET /readyz
${web("check")}
backend alive
  option httpchk GET /healthz
${web("check")}
`;
}

/** Fails after two minutes. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 120_000; !(await isSo()); await wait(200))
    if (performance.now() > end) throw new Error(`not within two minutes: ${what}`);
}
