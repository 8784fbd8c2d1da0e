import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  chown,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { clusterUrl } from "#database/embedded/cluster.ts";
import { migrateTo, readMigrations } from "#database/migrate.ts";
import { sha256 } from "#domain/system/digest.server.ts";
import { bareDatabase, sharedPictures } from "#tests/support/database/open.ts";
import { demonstrationPictures } from "#tests/support/pictures/demonstration.ts";
import { patience } from "#tests/support/patience.ts";
import { inheritedEnvironment } from "#tests/support/server/inherited-environment.ts";
import { isRunning, launch as launchSite, stop, type Launched } from "#tests/support/server/launch.ts";
import { rawConnection } from "#tests/support/server/raw-connection.ts";

let dataDir: string;
const sites: Launched[] = [];
let prepared: string | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "amana-start-"));
  await chmod(dataDir, 0o755);
});

afterEach(async () => {
  for (const site of sites.splice(0)) await stop(site);
  await rm(dataDir, { recursive: true, force: true });
});
afterAll(async () => {
  if (prepared !== undefined) await rm(prepared, { recursive: true, force: true });
});

test("an empty folder starts, stops cleanly and starts again", async () => {
  const first = await runningSite();
  expect((await fetch(first.url)).status).toBe(200);
  expect(first.output()).not.toContain("encrypted with the first key");
  expect(
    await onDatabase(`select distinct usename from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`),
  ).toEqual([{ usename: "amana_web" }]);
  first.child.kill("SIGTERM");
  expect(await first.exitCode).toBe(0);
  expect(await readFile(join(dataDir, "logs/postgres.log"), "utf8")).toMatch(
    /database system is shut down\n$/,
  );

  const second = await runningSite();
  expect((await fetch(second.url)).status).toBe(200);
  expect(second.output()).not.toContain("Creating the database");
});

test("no thread of the site or its database interrupts another", async () => {
  const site = await restartedSite();
  const postmaster = await readFile(join(dataDir, "postgres/cluster/postmaster.pid"), "utf8");
  const pids = [site.child.pid ?? 0, Number.parseInt(postmaster, 10)];
  const threads = await Promise.all(pids.map(policiesOf));
  expect(new Set(threads.flat())).toEqual(new Set([batch]));
});

test("after kill -9 of Node, all data is present", async () => {
  const first = await restartedSite();
  await onDatabase("create table kept (amount bigint); insert into kept values (1000)");
  first.child.kill("SIGKILL");
  await first.exitCode;

  const second = await runningSite();
  expect((await fetch(second.url)).status).toBe(200);
  expect(await onDatabase("select amount from kept")).toEqual([{ amount: "1000" }]);
});

test("after kill -9 of PostgreSQL the same Node answers again", async () => {
  const site = await restartedSite();
  const postmaster = await readFile(join(dataDir, "postgres/cluster/postmaster.pid"), "utf8");
  process.kill(Number.parseInt(postmaster, 10), "SIGKILL");
  await vi.waitFor(() => expect(site.output()).toContain("PostgreSQL is running again."), patience);
  await vi.waitFor(
    async () => expect((await fetch(`${site.url}/campaigns?category=zakat`)).status).toBe(200),
    patience,
  );
  expect(site.child.exitCode).toBeNull();
});

const live = {
  ...{ PAYMENTS: "live", SEED: "", PUBLIC_URL: "https://fund.example" },
  ...{ SELCOM_BASE_URL: "https://apigw.example", SELCOM_API_KEY: "key", SELCOM_API_SECRET: "secret" },
  SELCOM_VENDOR: "TILL60000001",
};
const donation = `
  insert into campaigns (id, title, description, goal_amount) values ('well', 'A well', 'Water', 1000);
  insert into donations (campaign_id, amount, currency, provider, external_id) values ('well', 1000, 'TZS', 'selcom', 'one')`;

test("a new live site is empty and refuses sandbox mode", async () => {
  const first = await runningSite(live);
  expect(first.output()).toMatch(
    /payments +live\n[^]*open +.*Phone and email of the fund, Bank details.*\/admin\/go-live/,
  );
  expect(await onDatabase("select id from donations union all select 1 from campaigns")).toEqual([]);
  expect(await onDatabase("select payments from installation")).toEqual([{ payments: "live" }]);
  await stop(first);
  const pretending = launch();
  expect(await pretending.exitCode).toBe(1);
  expect(pretending.output()).toMatch(
    /^PAYMENTS=sandbox cannot start on this database\. .*\n .*new database.*\n$/,
  );
});

test("a database with sandbox donations refuses live mode", async () => {
  const first = await restartedSite();
  await onDatabase(donation);
  await stop(first);
  const wrong = launch(live);
  expect(await wrong.exitCode).toBe(1);
  expect(wrong.output()).toMatch(/^PAYMENTS=live cannot start on this database\. .*\n .*new database.*\n$/);
});

test("a start in the wrong mode applies no migration", async () => {
  const { url } = await bareDatabase();
  const all = await readMigrations();
  const earlier = all
    .map(({ name, text }) => ({ name, checksum: sha256(text).toString("hex") }))
    .slice(0, -1);
  await migrateTo(url, earlier);
  const client = new pg.Client(url);
  await client.connect();
  await client.query("insert into installation (payments) values ('live')");
  const wrong = launch({ DATABASE_URL: url });
  expect(await wrong.exitCode).toBe(1);
  expect(wrong.output()).toContain("PAYMENTS=sandbox cannot start on this database.");
  const { rowCount } = await client.query("select from schema_migrations");
  await client.end();
  expect(rowCount).toBe(earlier.length);
});

test("SIGTERM finishes open requests and ends silent connections", async () => {
  const site = await restartedSite();
  const holder = new pg.Client(await databaseUrl());
  await holder.connect();
  await holder.query("begin; lock table campaigns in access exclusive mode");
  const answer = fetch(`${site.url}/campaigns?category=zakat`);
  const silent = rawConnection(site.url);
  await vi.waitFor(
    async () => expect(await onDatabase("select from pg_locks where not granted")).not.toEqual([]),
    patience,
  );

  site.child.kill("SIGTERM");
  await vi.waitFor(() => expect(site.output()).toContain("Shutting down"), patience);
  // On a busy machine connections still wait for the process, and it takes them before it closes the port.
  await expect.poll(() => accepts(site.url)).toBe(false);
  await holder.query("commit");
  await holder.end();
  expect((await answer).status).toBe(200);
  expect(await site.exitCode).toBe(0);
  expect(await silent.closes()).toBe("");
});

test("a used port prints one line before any work", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port: taken } = other.address() as AddressInfo;
  const site = launch({ PORT: String(taken) });
  expect(await site.exitCode).toBe(1);
  expect(site.output()).toBe(
    `Port ${taken} is used by another program. Stop that program, or choose another port: PORT=${taken + 1} npm start\n`,
  );
  other.close();
});

test("a wrong configuration lists every problem", async () => {
  const admin = { ADMIN_EMAIL: "bursar@fund.example", ADMIN_PASSWORD: "Password123456" };
  const site = launch({ PORT: "x", SEED: "y", ...admin });
  expect(await site.exitCode).toBe(1);
  expect(site.output()).toMatch(
    /^Configuration error:\n +PORT .*\n +SEED .*\n +ADMIN_PASSWORD is a common password\. .*\n$/,
  );
});

test("an unbuilt site prints one line and touches no data", async () => {
  const unbuilt = join(dataDir, "unbuilt");
  await mkdir(unbuilt);
  for (const name of ["start.ts", "package.json"]) await copyFile(name, join(unbuilt, name));
  for (const name of await readdir("."))
    if (!["start.ts", "package.json", "build", "data", ".env"].includes(name))
      await symlink(join(process.cwd(), name), join(unbuilt, name));
  const site = launch({}, join(unbuilt, "start.ts"));
  expect(await site.exitCode).toBe(1);
  expect(site.output()).toMatch(/^The site has not been built\. .*npm run build\.\n$/);
  expect(await readdir(dataDir)).toEqual(["unbuilt"]);
});

test("data of a running Amana is refused with one line", async () => {
  const first = await restartedSite();
  const second = launch({ PORT: "0" });
  expect(await second.exitCode).toBe(1);
  expect(second.output()).toMatch(/^Another Amana uses .*\n$/);
  expect((await fetch(first.url)).status).toBe(200);
});

test("an unreachable external database prints one line without its password", async () => {
  const site = launch({ DATABASE_URL: `postgres://fund:hunter2@127.0.0.1:1/fund` });
  expect(await site.exitCode).toBe(1);
  expect(site.output()).toMatch(/^The database at 127\.0\.0\.1:\d+\/fund cannot be reached .*\n$/);
});

test("a new demonstration shows the sign-ins of the admin and the organizer once", async () => {
  // The pictures cost more than the rest of the start. The next test encodes one.
  await mkdir(join(dataDir, "pictures"));
  for (const id of await demonstrationPictures())
    await symlink(join(sharedPictures(), id), join(dataDir, "pictures", id));
  const first = await runningSite({ SEED: "demo" });
  expect(first.output()).toMatch(/ as admin with \S+ \(shown only once\)\n +or as organizer with /);
  const [, password = ""] = /or as organizer with (\S+) \(shown only once\)/.exec(first.output()) ?? [];
  const signIn = await fetch(`${first.url}/auth`, {
    ...{ method: "POST", redirect: "manual", headers: { Origin: first.url } },
    body: new URLSearchParams({ username: "organizer", password }),
  });
  expect(signIn.status).toBe(303);
  await stop(first);
  expect(first.output()).not.toContain("files are missing, empty or cut");
  await rm(join(dataDir, "pictures"), { recursive: true });
  const second = await runningSite({ SEED: "demo" });
  expect(second.output()).not.toContain("shown only once");
  const lost = `In ${dataDir}, files are missing, empty or cut for 16 of 16 pictures, such as `;
  expect(second.output().split("\n")).toContainEqual(expect.stringMatching(`^${lost}`));
  expect(await readFile(join(dataDir, "logs/amana.log"), "utf8")).toContain(lost);
});

test("other accounts cannot read DATA_DIR, and older files are corrected", async () => {
  await mkdir(join(dataDir, "pictures/older"), { recursive: true });
  const [missing = "", ...others] = await demonstrationPictures();
  for (const id of others) await copyAll(join(sharedPictures(), id), join(dataDir, "pictures", id));
  await writeFile(join(dataDir, "pictures/older/400.webp"), "older", { mode: 0o644 });
  const site = await runningSite({ SEED: "demo" });
  const answer = await fetch(`${site.url}/api/donations/mobile`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: site.url },
    body: JSON.stringify({
      ...{ campaignId: "conference-center", amount: 20_000, currency: "TZS", provider: "Tigo" },
      ...{ name: "Asha Juma", email: "asha@example.org", phoneNumber: "0655123456" },
    }),
  });
  expect(answer.status).toBe(200);
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  const wanted = ["secret.key", "sandbox.secret", "postgres.json", "logs/amana.log", "logs/postgres.log"];
  for (const name of [...wanted, "pictures/older/400.webp", `pictures/${missing}/360.webp`])
    expect(paths).toContain(join(dataDir, name));
  expect(paths.some((path) => /sandbox-\d+\.sqlite$/.test(path))).toBe(true);
  const open: string[] = [];
  for (const path of paths) {
    // PostgreSQL can remove its own files at any time.
    const mode = (await stat(path).catch(() => null))?.mode ?? 0;
    if ((mode & 0o077) !== 0) open.push(`${path} ${(mode & 0o777).toString(8)}`);
  }
  expect(open).toEqual([]);
  const { mode } = await stat(dataDir);
  expect((mode & 0o777).toString(8)).toBe(process.getuid?.() === 0 ? "711" : "700");
});

test.runIf(process.getuid?.() === 0)(
  "as root, a site leaves its files to the owner of its folder",
  async () => {
    await chown(dataDir, 65_534, 65_534);
    await stop(await runningSite());
    const entries = await readdir(dataDir, { recursive: true });
    const owners = entries.map(async (name) => [name, (await stat(join(dataDir, name))).uid] as const);
    expect((await Promise.all(owners)).filter(([, uid]) => uid !== 65_534)).toEqual([]);
  },
);

test.runIf(process.getuid?.() === 0)("what a killed site of root left is named with its repair", async () => {
  await chown(dataDir, 65_534, 65_534);
  await mkdir(join(dataDir, "logs"), { mode: 0o700 });
  const { status, stderr } = spawnSync(process.execPath, ["start.ts"], {
    env: { ...inheritedEnvironment, DATA_DIR: dataDir, PORT: "0", NODE_COMPILE_CACHE: "" },
    ...{ uid: 65_534, gid: 65_534, encoding: "utf8" },
  });
  expect(stderr).toBe(
    `No permission to use ${dataDir}/logs. Run chown -R --reference=${dataDir} ${dataDir}/logs as root, or set DATA_DIR to another folder.\n`,
  );
  expect(status).toBe(1);
});

test("a wrong key prints one line, and the right key starts", async () => {
  await stop(await restartedSite());
  const kept = await readFile(join(dataDir, "secret.key"), "utf8");
  const wrong = launch({ SECRET_KEY: Buffer.alloc(32, 1).toString("base64") });
  expect(await wrong.exitCode).toBe(1);
  expect(wrong.output()).toBe(
    "The key in SECRET_KEY is not the key of this database. Put back the key that encrypted it. If that key is lost, see docs/keys.md.\n",
  );
  const fresh = Buffer.alloc(32, 2).toString("base64");
  const rotated = await runningSite({ SECRET_KEY: `${fresh},${kept.trim()}` });
  expect(rotated.output()).toContain("4 stored secrets were encrypted with the first key.");
  expect(rotated.output()).toContain("An old key is accepted until ");
  await stop(rotated);
  await runningSite({ SECRET_KEY: fresh });
});

function launch(environment: Record<string, string> = {}, script?: string): Launched {
  const site = launchSite({ DATA_DIR: dataDir, ...environment }, script);
  sites.push(site);
  return site;
}

async function runningSite(environment: Record<string, string> = {}): Promise<Launched & { url: string }> {
  const site = launch(environment);
  return { ...site, url: await isRunning(site) };
}

/** As the second start in DATA_DIR. To create a database costs more than to start one, so it is a copy. */
async function restartedSite(): Promise<Launched & { url: string }> {
  if (prepared === undefined) {
    await stop(await runningSite());
    prepared = await mkdtemp(join(tmpdir(), "amana-start-"));
    await copyAll(dataDir, prepared);
  } else await copyAll(prepared, dataDir);
  return runningSite();
}

/** With owners: the files of PostgreSQL can belong to another account. */
const copyAll = (from: string, to: string) => promisify(execFile)("/bin/cp", ["-a", `${from}/.`, to]);

async function databaseUrl(): Promise<string> {
  const record = JSON.parse(await readFile(join(dataDir, "postgres.json"), "utf8"));
  return clusterUrl(record.port, record.password);
}

/** The scheduling policy is the 41st value of a thread. The second is a name in parentheses. */
async function policiesOf(pid: number): Promise<string[]> {
  const threads = await readdir(`/proc/${pid}/task`);
  const lines = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/stat`, "utf8")),
  );
  return lines.map((line) => line.slice(line.lastIndexOf(")") + 2).split(" ")[38] ?? "");
}
const batch = "3";

function accepts(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
}

async function onDatabase(text: string): Promise<unknown[]> {
  const client = new pg.Client(await databaseUrl());
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
