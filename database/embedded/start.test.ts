import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import {
  chmod,
  chown,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findEmbedded, nameOfFolder, startEmbedded, startThrowaway } from "#database/embedded/start.ts";
import { killServer } from "#tests/faults/kill-postgres.ts";
import { patience } from "#tests/support/patience.ts";
import { runScript } from "#tests/support/server/run-script.ts";

let dataDir: string;
const running: { stop(): Promise<void> }[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "amana-embedded-"));
  await chmod(dataDir, 0o755);
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const server of running.splice(0)) await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test("data survives a restart at the same URL", async () => {
  const first = await start();
  await query(first.url, "create table kept (amount bigint); insert into kept values (1000)");
  await first.stop();
  const second = await start();
  expect(second.url).toBe(first.url);
  expect(await query(second.url, "select amount from kept")).toEqual([{ amount: "1000" }]);
});

test("the server is durable, uses UTC and loopback, and protects its password", async () => {
  const { url } = await start();
  const settings = await query(
    url,
    `select name, setting from pg_settings where name in
     ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'TimeZone', 'listen_addresses')`,
  );
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    data_checksums: "on",
    TimeZone: "UTC",
    listen_addresses: "127.0.0.1",
  });
  expect((await stat(join(dataDir, "postgres.json"))).mode & 0o777).toBe(0o600);
  const wrong = Object.assign(new URL(url), { password: "guess" });
  await expect(query(wrong.href, "select 1")).rejects.toThrow(/password authentication failed/);
  const superuser = Object.assign(new URL(url), { username: "postgres" });
  await expect(query(superuser.href, "select 1")).rejects.toThrow(/no pg_hba.conf entry/);
});

test("a second Amana on the same data is refused", async () => {
  const first = await start();
  expect(await startEmbedded({ dataDir, say: ignore })).toEqual({
    problem: expect.stringContaining("Another Amana uses"),
  });
  await query(first.url, "select 1");
});

test("of two parallel starts on a new folder, one is refused", async () => {
  const both = await Promise.all([
    startEmbedded({ dataDir, say: ignore }),
    startEmbedded({ dataDir, say: ignore }),
  ]);
  const started = both.filter((outcome) => "url" in outcome);
  running.push(...started);
  expect(started).toHaveLength(1);
  for (const { url } of started) await query(url, "select 1");
});

test("after kill -9 of Node, the next start keeps all data", async () => {
  const { child, url } = await startInOwnProcess();
  await query(url, "create table kept (amount bigint); insert into kept values (1000)");
  const orphan = await postmaster();
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(await query(url, "select amount from kept")).toEqual([{ amount: "1000" }]);

  const next = await start();
  expect(await query(next.url, "select amount from kept")).toEqual([{ amount: "1000" }]);
  expect(await postmaster()).not.toBe(orphan);
});

test("after kill -9, PostgreSQL runs again at the same URL", async () => {
  const lines: string[] = [];
  const { url } = await start((line) => lines.push(line));
  await query(url, "create table kept (amount bigint); insert into kept values (1000)");
  const processes = await query(url, "select pid from pg_stat_activity");
  for (const pid of [await postmaster(), ...processes.map(({ pid }) => Number(pid))]) kill(pid);
  await vi.waitFor(
    async () => expect(await query(url, "select amount from kept")).toEqual([{ amount: "1000" }]),
    patience,
  );
  await vi.waitFor(() => expect(lines).toContain("PostgreSQL is running again."), patience);
});

test("the site connects by a socket, also after a crash left one with a running process's id", async () => {
  const cluster = join(dataDir, "postgres/cluster");
  const first = await start();
  const { port, searchParams } = new URL(first.url);
  expect(searchParams.get("host")).toBe(cluster);
  const socketLock = join(cluster, `.s.PGSQL.${port}.lock`);
  const lock = await readFile(socketLock, "utf8");
  expect(await query(first.url, "select inet_client_addr() as address")).toEqual([{ address: null }]);
  await first.stop();
  await writeFile(socketLock, lock.replace(/^\d+/, String(process.pid)));
  const second = await start();
  expect(await query(second.url, "select inet_client_addr() as address")).toEqual([{ address: null }]);
});

test("in a folder whose path is too long for a socket, the site connects by the port", async () => {
  dataDir = join(dataDir, "a".repeat(90));
  await mkdir(dataDir);
  const { url } = await start();
  expect(new URL(url).search).toBe("");
  await query(url, "select 1");
});

test("a lock file with another process's id is ignored", async () => {
  const first = await start();
  const lock = await readFile(join(dataDir, "postgres/cluster/postmaster.pid"), "utf8");
  await first.stop();
  const ours = lock.replace(/^\d+/, String(process.pid));
  await writeFile(join(dataDir, "postgres/cluster/postmaster.pid"), ours);
  const { url } = await start();
  await query(url, "select 1");
});

test("without its record, the database gets a new password", async () => {
  const first = await start();
  await query(first.url, "create table kept (amount bigint)");
  await first.stop();
  await writeFile(join(dataDir, "postgres.json"), "half a reco");
  const second = await start();
  expect(new URL(second.url).password).not.toBe(new URL(first.url).password);
  expect(await query(second.url, "select count(*) from kept")).toEqual([{ count: "0" }]);
});

test("a folder whose database is missing gets no new one", async () => {
  await (await start()).stop();
  await rm(join(dataDir, "postgres"), { recursive: true });
  expect(await startEmbedded({ dataDir, say: ignore })).toEqual({
    problem: expect.stringMatching(/^The database of .* is missing\. It was in .*postgres\/cluster\./),
  });
  expect(await readdir(dataDir)).not.toContain("postgres");
});

test("a copy of a running database is not served, and never mistaken for the original", async () => {
  const { url } = await start();
  const copy = `${dataDir}-copy`;
  await mkdir(join(copy, "postgres/cluster"), { recursive: true });
  for (const file of ["postgres.json", "postgres/cluster/PG_VERSION", "postgres/cluster/postmaster.pid"])
    await copyFile(join(dataDir, file), join(copy, file));
  try {
    expect(await findEmbedded(dataDir)).toEqual({ kind: "running", url: withoutSocket(url) });
    const problem = expect.stringContaining("while that database was running, so it can lack donations");
    expect(await findEmbedded(copy)).toEqual({ kind: "unusable", problem });
    expect(await startEmbedded({ dataDir: copy, say: ignore })).toEqual({ problem });
  } finally {
    await rm(copy, { recursive: true });
  }
  expect(await findEmbedded(`${dataDir}-none`)).toEqual({ kind: "none" });
});

test("a copy that was made while the database ran is refused after it stopped", async () => {
  const first = await start();
  const copy = `${dataDir}-copy`;
  spawnSync("cp", ["-a", dataDir, copy]);
  await first.stop();
  try {
    const problem = expect.stringMatching(/is a copy of a database that was not stopped .*npm run backup/);
    const cluster = join(copy, "postgres/cluster");
    expect(await startEmbedded({ dataDir: copy, say: ignore })).toEqual({ problem });
    // Some copy everything but the lock.
    await rm(join(cluster, "postmaster.pid"));
    expect(await startEmbedded({ dataDir: copy, say: ignore })).toEqual({ problem });
    expect(await findEmbedded(copy)).toEqual({ kind: "unusable", problem });
    await writeFile(join(cluster, "copy-accepted"), "");
    await (await start(ignore, copy)).stop();
    await (await start(ignore, copy)).stop();
    expect(existsSync(join(cluster, "copy-accepted"))).toBe(false);
  } finally {
    await rm(copy, { recursive: true });
  }
});

test.each(["secret.key", "documents", "backup-recipient", `pictures/${"0a".repeat(16)}`])(
  "a folder with %s of a site gets no new database",
  async (name) => {
    await mkdir(join(dataDir, name), { recursive: true });
    expect(await startEmbedded({ dataDir, say: ignore })).toEqual({
      problem: expect.stringMatching(/has the files of a site, but not its database.* For a new site, set/),
    });
  },
);

test("a folder with only pictures of the demonstration gets a database", async () => {
  await mkdir(join(dataDir, "pictures", "0a".repeat(12)), { recursive: true });
  await start();
});

test("a folder that was moved after a crash, and a copy of a stopped one, start", async () => {
  const { child, url } = await startInOwnProcess();
  await query(url, "create table kept (amount bigint); insert into kept values (1000)");
  child.kill("SIGKILL");
  await once(child, "exit");
  killServer(await postmaster());
  const moved = `${dataDir}-moved`;
  const name = await nameOfFolder(dataDir);
  await rename(dataDir, moved);
  expect(await nameOfFolder(moved)).toBe(name);
  try {
    const next = await start(ignore, moved);
    expect(await query(next.url, "select amount from kept")).toEqual([{ amount: "1000" }]);
    await next.stop();
    spawnSync("cp", ["-a", moved, dataDir]);
    expect(await query((await start()).url, "select amount from kept")).toEqual([{ amount: "1000" }]);
    expect(await nameOfFolder(dataDir)).not.toBe(name);
  } finally {
    await rm(moved, { recursive: true });
  }
});

test("a server that a killed command left is not used, and the next command stops it", async () => {
  const { child } = await startInOwnProcess();
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(await findEmbedded(dataDir)).toEqual({ kind: "stopped" });

  const check = await runScript("scripts/check-ledger.ts", [], { DATA_DIR: dataDir });
  expect(check.output).toMatch(/^Stopping the PostgreSQL that a killed Amana or command left …$/m);
  expect(existsSync(join(dataDir, "postgres/cluster/postmaster.pid"))).toBe(false);
});

test("data of another PostgreSQL version is left alone", async () => {
  const first = await start();
  await first.stop();
  await writeFile(join(dataDir, "postgres/cluster/PG_VERSION"), "17\n");
  expect(await startEmbedded({ dataDir, say: ignore })).toEqual({
    problem: expect.stringContaining("PostgreSQL 17"),
  });
});

test.runIf(process.getuid?.() === 0)(
  "as root, data that the other account cannot reach lies elsewhere",
  async () => {
    await chmod(dataDir, 0o700);
    const first = await start();
    await query(first.url, "create table kept (amount bigint)");
    await first.stop();
    const { elsewhere } = JSON.parse(await readFile(join(dataDir, "postgres.json"), "utf8"));
    expect(elsewhere).toMatch(/^\/var\/lib\/amana\//);
    expect(existsSync(join(dataDir, "postgres"))).toBe(false);
    try {
      const second = await start();
      expect(await query(second.url, "select count(*) from kept")).toEqual([{ count: "0" }]);
      await second.stop();
    } finally {
      await rm(elsewhere, { recursive: true, force: true });
    }
  },
);

test.runIf(process.getuid?.() === 0)("as root, the database belongs to the owner of the folder", async () => {
  const owner = 65_534;
  await chmod(dataDir, 0o700);
  await chown(dataDir, owner, owner);
  const first = await start();
  await first.stop();
  expect((await stat(join(dataDir, "postgres/cluster/PG_VERSION"))).uid).toBe(owner);
});

test.runIf(process.getuid?.() === 0)("what root left does not stop another account's database", async () => {
  await chmod(dataDir, 0o777);
  // No process has this number: it is above the highest.
  const left = join(dataDir, "amana-throwaway-4194305-x");
  await mkdir(left, { mode: 0o700 });
  const program = `
    const { startThrowaway } = await import("#database/embedded/start.ts");
    await (await startThrowaway({ within: process.argv[1] })).stop();`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program, dataDir], {
    ...{ uid: 65_534, gid: 65_534, encoding: "utf8", env: { PATH: process.env["PATH"], TMPDIR: dataDir } },
  });
  expect([status, stderr]).toEqual([0, ""]);
  expect(existsSync(left)).toBe(true);

  await (await startThrowaway({ within: dataDir })).stop();
  expect(existsSync(left)).toBe(false);
});

async function start(say: (line: string) => void = ignore, folder = dataDir) {
  const started = await startEmbedded({ dataDir: folder, say });
  if ("problem" in started) throw new Error(started.problem);
  running.push(started);
  return started;
}

async function startInOwnProcess() {
  const program = `
    const { startEmbedded } = await import("#database/embedded/start.ts");
    const { url } = await startEmbedded({ dataDir: process.argv[1], say() {} });
    console.log(url);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const [line] = await once(child.stdout, "data");
  return { child, url: String(line).trim() };
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  client.on("error", ignore);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function postmaster(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, "postgres/cluster/postmaster.pid"), "utf8"), 10);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The cleanup removed this one with the others.
  }
}

function ignore(): void {}

/** Other commands use the port, because a site of an earlier version has no socket. */
const withoutSocket = (url: string) => url.replace(/\?host=.*/, "");
