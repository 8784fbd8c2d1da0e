import { randomBytes } from "node:crypto";
import { existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import {
  chown,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from "node:fs/promises";
import { connect, createServer, type Server as SocketServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import {
  acceptedCopy,
  accountInsteadOfRoot,
  becomesReady,
  clusterUrl,
  createCluster,
  end,
  endLeftover,
  findCopy,
  findServer,
  freePort,
  giveTo,
  identityOf,
  isProblem,
  isServed,
  launch,
  makeRootOnlyFolder,
  mayEnter,
  rootOnlyFolder,
  setPassword,
  socketUrl,
  writeAccess,
  type Account,
  type Problem,
  type Running,
  type Server,
} from "./cluster.ts";
import { sha256 } from "#domain/system/digest.server.ts";
import { serverSettings } from "./settings.ts";

type Embedded = { url: string; stop(): Promise<void> };
type Say = (line: string) => void;

/** Starts the site's PostgreSQL, and restarts it after a crash. Its log is DATA_DIR/logs/postgres.log. */
export async function startEmbedded({
  dataDir,
  settings = serverSettings(smallMachine, 0),
  say,
}: {
  dataDir: string;
  settings?: string[];
  say: Say;
}): Promise<Embedded | Problem> {
  try {
    return await startIn(dataDir, { settings, say });
  } catch (error) {
    return { problem: expectedTrouble(error, dataDir) };
  }
}

const smallMachine = { cores: 1, memory: 0 };

type Wanted = { settings: string[]; say: Say };

async function startIn(chosenDataDir: string, { settings, say }: Wanted): Promise<Embedded | Problem> {
  await mkdir(join(chosenDataDir, "logs"), { recursive: true });
  const dataDir = await realpath(chosenDataDir);
  const recorded = await readRecord(dataDir);
  const lost = recorded && (await findLost(dataDir, recorded));
  if (lost) return lost;
  const place = await findPlace(dataDir, recorded?.elsewhere);
  if (isProblem(place)) return place;
  const claim = await claimFolder(place.home);
  if (!claim) return { problem: heldByAnother(dataDir) };
  let started: Embedded | Problem | undefined;
  try {
    started = await startClaimed({ dataDir, place, recorded, settings, say });
  } finally {
    if (!started || isProblem(started)) claim.close();
  }
  if (isProblem(started)) return started;
  const { url, stop } = started;
  return { url, stop: () => stop().finally(() => claim.close()) };
}

type Claimed = Wanted & { dataDir: string; place: Place; recorded: Recorded | undefined };

async function startClaimed({
  dataDir,
  place,
  recorded,
  settings,
  say,
}: Claimed): Promise<Embedded | Problem> {
  const server = await findServer(place.account);
  if (isProblem(server)) return server;
  const cluster = join(place.home, "cluster");
  const copied = findCopy(cluster, recorded?.folder);
  if (copied) return copied;
  if (isServed(cluster)) say("Stopping the PostgreSQL that a killed Amana or command left …");
  const leftover = await endLeftover(cluster);
  if (leftover) return leftover;

  const password = recorded?.password ?? randomBytes(24).toString("hex");
  const version = await versionOf(cluster);
  if (version === undefined && hasFilesOfSite(dataDir)) {
    return {
      problem: `${dataDir} has the files of a site, but not its database. Set DATABASE_URL as before, or restore a backup into a new DATA_DIR. For a new site, set DATA_DIR to a new folder.`,
    };
  } else if (version === undefined) {
    say(place.elsewhere ? `Creating the database in ${place.elsewhere} …` : "Creating the database …");
    await createCluster(server, cluster, password, true);
  } else if (version !== server.version.split(".")[0]) {
    return {
      problem: `The database in ${cluster} belongs to PostgreSQL ${version}, and Amana now has ${server.version}. Move it with pg_dump of version ${version}, or start an earlier Amana.`,
    };
  } else {
    // Clusters of earlier versions allowed only the owner.
    await writeAccess(cluster);
    if (!recorded) await setPassword(server, cluster, password);
  }

  const log = join(dataDir, "logs", "postgres.log");
  const slow = setTimeout(() => say("PostgreSQL is recovering recent changes …"), 3_000);
  const running = await startOnFreePort({ server, cluster, log, settings, detached: true }, recorded?.port);
  clearTimeout(slow);
  if (isProblem(running)) return running;
  const folder = identityOf(cluster);
  await writeRecord(dataDir, { port: running.port, password, elsewhere: place.elsewhere, folder });
  await rm(join(cluster, acceptedCopy), { force: true });
  const url = socketUrl(cluster, running.port, password);
  return keepRunning({ server, cluster, log, settings, running, url, say });
}

/** Asked before any folder is made: an empty one would hide that a disk is not mounted. */
async function findLost(dataDir: string, { elsewhere }: Recorded): Promise<Problem | undefined> {
  const cluster = join(elsewhere ?? join(dataDir, "postgres"), "cluster");
  return (await versionOf(cluster)) === undefined ? missingDatabase(dataDir, cluster) : undefined;
}

const missingDatabase = (dataDir: string, cluster: string): Problem => ({
  problem: `The database of ${dataDir} is missing. It was in ${cluster}. Put it back, or restore a backup into a new DATA_DIR.`,
});

/** A site makes these after its database. A database that it lost, or another server's, must not become a new site. */
const hasFilesOfSite = (dataDir: string) =>
  ["secret.key", "documents", "backup-recipient"].some((name) => existsSync(join(dataDir, name))) ||
  hasUploads(join(dataDir, "pictures"));

/** Uploads have longer names than the demonstration's drawings, which may be there before a first start. */
function hasUploads(pictures: string): boolean {
  return existsSync(pictures) && readdirSync(pictures).some((name) => /^[0-9a-f]{32}$/.test(name));
}

/** The URL of this folder's database, unless it is stopped, was never created, or is only left by a killed command. */
export async function findEmbedded(
  chosenDataDir: string,
): Promise<
  { kind: "running"; url: string } | { kind: "stopped" | "none" } | ({ kind: "unusable" } & Problem)
> {
  if (!existsSync(chosenDataDir)) return { kind: "none" };
  const dataDir = await realpath(chosenDataDir);
  const recorded = await readRecord(dataDir);
  if (recorded === undefined) return { kind: "none" };
  const { port, password, elsewhere = join(dataDir, "postgres"), folder } = recorded;
  const cluster = join(elsewhere, "cluster");
  if (!existsSync(cluster)) return { kind: "unusable", ...missingDatabase(dataDir, cluster) };
  // In a copied folder, port and password are those of the original, which may be running.
  const copied = findCopy(cluster, folder);
  if (copied) return { kind: "unusable", ...copied };
  if (!isServed(cluster)) return { kind: "stopped" };
  // Nothing would stop a server without its Amana. The next start does.
  const claim = await claimFolder(elsewhere);
  if (claim) {
    claim.close();
    return { kind: "stopped" };
  }
  return { kind: "running", url: clusterUrl(port, password) };
}

/** The folder of this database, by name: a moved one keeps it, and a copy has another. */
export async function nameOfFolder(dataDir: string): Promise<string | null> {
  const recorded = await readRecord(dataDir);
  if (recorded === undefined) return null;
  const { number, madeAt } = identityOf(join(recorded.elsewhere ?? join(dataDir, "postgres"), "cluster"));
  return `${number} ${madeAt}`;
}

/**
 * A cluster for tests, deleted when stopped. It does not sync to disk, unless a bench measures that cost. Its address
 * is a port, which tests can put a proxy before, or the socket that a site uses.
 */
export async function startThrowaway({
  durable = false,
  bySocket = false,
  within = tmpdir(),
  settings: own = [],
}: { durable?: boolean; bySocket?: boolean; within?: string; settings?: string[] } = {}): Promise<{
  url: string;
  stop(): Promise<void>;
}> {
  const account = orThrow(accountInsteadOfRoot());
  const server = orThrow(await findServer(account));
  const base = !account || mayEnter(within, account) ? within : "/var/tmp";
  await sweepThrowaways(base);

  const folder = await mkdtemp(join(base, `${throwawayPrefix}${process.pid}-`));
  await giveTo(folder, account);
  const cluster = join(folder, "cluster");
  const password = randomBytes(24).toString("hex");
  await createCluster(server, cluster, password, false);

  const log = join(folder, "log");
  // Autovacuum workers belong to the superuser and prevent dropping a database.
  const hurried = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off"];
  const settings = ["max_connections=200", ...(durable ? [] : hurried), ...own];
  const running = orThrow(await startOnFreePort({ server, cluster, log, settings, detached: false }));

  return {
    url: bySocket ? socketUrl(cluster, running.port, password) : clusterUrl(running.port, password),
    async stop() {
      await end(running, "SIGQUIT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const throwawayPrefix = "amana-throwaway-";

/** A killed test run leaves its server and folder. */
async function sweepThrowaways(base: string): Promise<void> {
  for (const name of readdirSync(base)) {
    const owner = name.startsWith(throwawayPrefix)
      ? Number(name.slice(throwawayPrefix.length).split("-")[0])
      : 0;
    if (owner === 0 || existsSync(`/proc/${owner}`) || process.platform !== "linux") continue;
    if (!isOurs(join(base, name))) continue;
    await endLeftover(join(base, name, "cluster"));
    await rm(join(base, name), { recursive: true, force: true });
  }
}

/** Root may delete the folders of all accounts. Any other account can neither read nor delete them. */
function isOurs(folder: string): boolean {
  const account = process.getuid?.();
  return account === 0 || lstatSync(folder, { throwIfNoEntry: false })?.uid === account;
}

type Place = { home: string; account: Account | undefined; elsewhere?: string | undefined };

/** Started by root, the cluster must be in a folder that another account can reach. DATA_DIR may not be. */
async function findPlace(dataDir: string, elsewhere: string | undefined): Promise<Place | Problem> {
  const inside = join(dataDir, "postgres");
  // The site's account can then use what root created.
  const account = ownerOf(elsewhere ?? inside) ?? ownerOf(dataDir) ?? accountInsteadOfRoot();
  if (isProblem(account)) return account;
  const home = await ownFolder(elsewhere ?? inside, account);
  if (!account || mayEnter(home, account)) return { home, account, elsewhere };
  if (elsewhere || readdirSync(inside).length > 0) return unreachable(home);
  await rmdir(inside);
  await makeRootOnlyFolder();
  const name = sha256(dataDir).toString("hex").slice(0, 16);
  const outside = await ownFolder(join(rootOnlyFolder, name), account);
  return { home: outside, account, elsewhere: outside };
}

/** Started by root, this database would be refused: its account cannot pass through the folders above it. */
export async function findUnreachable(chosenDataDir: string): Promise<Problem | undefined> {
  const dataDir = await realpath(chosenDataDir);
  const home = (await readRecord(dataDir))?.elsewhere ?? join(dataDir, "postgres");
  const account = ownerOf(home);
  const isUsed = existsSync(home) && readdirSync(home).length > 0;
  return account && isUsed && !mayEnter(home, account) ? unreachable(home) : undefined;
}

const unreachable = (home: string): Problem => ({
  problem: `The database is in ${home}, but the account that owns it cannot reach that folder. Run chmod o+x on the folders above it.`,
});

function ownerOf(folder: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const found = statSync(folder, { throwIfNoEntry: false });
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

async function ownFolder(folder: string, account: Account | undefined): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await giveTo(folder, account);
  return folder;
}

/** The system releases this lock when the process ends. Undefined if another process holds it. */
export async function claimFolder(folder: string): Promise<SocketServer | undefined> {
  const { dev, ino } = statSync(folder);
  const name = `amana-${dev}-${ino}`;
  if (process.platform === "linux") return listenOn(`\0${name}`);
  const path = `/tmp/${name}.sock`;
  const claim = await listenOn(path);
  if (claim || (await answers(path))) return claim;
  await rm(path, { force: true });
  return listenOn(path);
}

async function listenOn(path: string): Promise<SocketServer | undefined> {
  const claim = createServer((socket) => socket.destroy()).unref();
  return new Promise((resolve, reject) => {
    claim.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(undefined) : reject(error),
    );
    claim.listen(path, () => resolve(claim));
  });
}

async function answers(path: string): Promise<boolean> {
  const socket = connect(path);
  return new Promise((resolve) => {
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  }).then((answer) => {
    socket.destroy();
    return answer === true;
  });
}

const record = z.object({
  port: z.int(),
  password: z.string(),
  elsewhere: z.string().optional(),
  folder: z.object({ number: z.string(), madeAt: z.string() }).optional(),
});
type Recorded = z.output<typeof record>;

async function readRecord(dataDir: string): Promise<Recorded | undefined> {
  const text = await readFile(recordIn(dataDir), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "{}";
    throw error;
  });
  try {
    return record.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

async function writeRecord(dataDir: string, recorded: Recorded): Promise<void> {
  const unfinished = `${recordIn(dataDir)}.new`;
  await writeFile(unfinished, `${JSON.stringify(recorded, null, 2)}\n`, { mode: 0o600, flush: true });
  const { uid, gid } = await stat(dataDir);
  if (process.getuid?.() === 0) await chown(unfinished, uid, gid);
  await rename(unfinished, recordIn(dataDir));
}

function recordIn(dataDir: string): string {
  return join(dataDir, "postgres.json");
}

async function versionOf(cluster: string): Promise<string | undefined> {
  return readFile(join(cluster, "PG_VERSION"), "utf8").then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    },
  );
}

type Start = { server: Server; cluster: string; log: string; settings: string[]; detached: boolean };

async function startOnFreePort(start: Start, wanted?: number): Promise<Running | Problem> {
  for (let port = await freePort(wanted); ; port = await freePort()) {
    const before = statSync(start.log, { throwIfNoEntry: false })?.size ?? 0;
    const running = launch(start.server, start.cluster, { ...start, port });
    if ((await becomesReady(start.cluster, running)) === "ready") return running;
    const written = (await readFile(start.log)).subarray(before).toString();
    if (!written.includes("could not create any TCP/IP sockets"))
      return { problem: startFailure(written, start) };
  }
}

function startFailure(written: string, { cluster, log }: Start): string {
  if (written.includes("No space left on device")) return noSpace(cluster);
  const reason = /(?:FATAL|PANIC): +(.*)/.exec(written)?.[1] ?? written.trim().split("\n").at(-1);
  return `PostgreSQL did not start: ${reason}. More in ${log}.`;
}

type Keeping = Pick<Start, "server" | "cluster" | "log" | "settings"> & {
  running: Running;
  url: string;
  say: Say;
};

function keepRunning({ server, cluster, log, settings, running, url, say }: Keeping): Embedded {
  const farewell = new AbortController();
  const { signal } = farewell;
  const watching = watch();

  async function watch(): Promise<void> {
    for (;;) {
      await running.ended;
      if (signal.aborted) return;
      say("PostgreSQL stopped unexpectedly. Starting it again …");
      for (let pause = 100; !(await startsAgain()); pause = Math.min(2 * pause, 5_000)) {
        await wait(pause, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
      }
      say("PostgreSQL is running again.");
    }
  }

  async function startsAgain(): Promise<boolean> {
    if (await endLeftover(cluster)) return false;
    if (signal.aborted) return false;
    running = launch(server, cluster, { port: running.port, log, settings, detached: true });
    return (await becomesReady(cluster, running)) === "ready";
  }

  async function stop(): Promise<void> {
    farewell.abort();
    await end(running, "SIGINT");
    await watching;
  }

  return { url, stop };
}

function expectedTrouble(error: unknown, dataDir: string): string {
  if (!(error instanceof Error)) throw error;
  const code = "code" in error ? error.code : undefined;
  if (code === "ENOSPC" || code === "EDQUOT" || error.message.includes("No space left"))
    return noSpace(dataDir);
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return `No permission to use all of ${dataDir} (${error.message}). Start Amana under the earlier account, or set DATA_DIR to another folder.`;
  }
  throw error;
}

function noSpace(folder: string): string {
  return `The disk with ${folder} is full. Free some space and start again. No data was lost.`;
}

function heldByAnother(dataDir: string): string {
  return `Another Amana uses ${dataDir}. Stop it first, or set DATA_DIR to another folder.`;
}

function orThrow<T>(outcome: T | Problem): T {
  if (isProblem(outcome)) throw new Error(outcome.problem);
  return outcome;
}
