import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { startThrowaway } from "#database/embedded/start.ts";
import { migrate } from "#database/migrate.ts";
import { saveSecondStepRule } from "#operations/accounts/second-step/require.ts";
import { seed } from "#database/seed/seed.ts";
import { openWebRole } from "#database/web-role.ts";
import { openDatabase } from "#database/sql.server.ts";
import { openFolders } from "#storage/open-stores.ts";
import { openPictures } from "#storage/pictures/open.ts";
import { asIdle } from "#processes/scheduling.ts";
import type { Order } from "#tests/support/server/serve.ts";

const listeningShape = z.object({ url: z.string() });
const usedShape = z.object({ processor: z.number() });

/** The bench signs in with a password only, so switch off required two-step sign-in. */
async function requireNoSecondStep(url: string): Promise<void> {
  const database = openDatabase(url, { poolSize: 1 });
  await saveSecondStepRule(database.readWrite, false);
  await database.close();
}

type Cluster = Awaited<ReturnType<typeof startThrowaway>>;

/** The built site in a separate process, on a new database unless one is given. */
export async function startSite(
  prepare: (databaseUrl: string) => Promise<void> = async () => {},
  shared?: Cluster,
) {
  const folder = await mkdtemp(join(tmpdir(), "amana-bench-"));
  const cluster = shared ?? (await startThrowaway({ bySocket: true }));
  await migrate(cluster.url, () => {});
  const pictures = openPictures(openFolders(folder).pictures);
  await seed(cluster.url, "demo", { putPicture: pictures.keepDrawing, say: () => {} });
  await requireNoSecondStep(cluster.url);
  await prepare(cluster.url);
  const child = start("tests/support/server/serve.ts", { NODE_ENV: "production" });
  const environment = {
    DATABASE_URL: await openWebRole({ owner: cluster.url }, console.warn),
    DATA_DIR: folder,
    PORT: "0",
    LOG_LEVEL: "warn",
    MEASURED: "1",
  };
  send(child, { kind: "open", environment });
  return {
    url: (await messageFrom(child, listeningShape)).url,
    pid: child.pid,
    /** In milliseconds since the start of the site's process. */
    async processorTime(): Promise<number> {
      send(child, { kind: "measure" });
      return (await messageFrom(child, usedShape)).processor;
    },
    async stop() {
      await end(child);
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** `npm run bench` sets the memory of processes as `npm start` does. */
const { PATH, MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_, NODE_COMPILE_CACHE } = process.env;
export const fromUs = { PATH, MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_, NODE_COMPILE_CACHE };

export function start(file: string, environment: Record<string, string> = {}): ChildProcess {
  return startBy([process.execPath], file, environment);
}

/** Visitors, donors and providers are on other machines. Here they share the cores, and get what the site leaves. */
export const startOutsider = (file: string): ChildProcess => startBy([...asIdle(), process.execPath], file);

function startBy(command: string[], file: string, environment: Record<string, string> = {}): ChildProcess {
  const [execPath, ...before] = command;
  return fork(resolve(file), {
    ...{ execPath, execArgv: [...before, ...process.execArgv] },
    env: { ...fromUs, ...environment },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

const send = (child: ChildProcess, order: Order) => void child.send(order);

export async function messageFrom<Shape extends z.ZodType>(
  child: ChildProcess,
  shape: Shape,
): Promise<z.output<Shape>> {
  const listening = new AbortController();
  const ended = once(child, "exit", { signal: listening.signal }).then(() => {
    throw new Error("a process of the bench ended before it answered");
  });
  // Remove the other listener, or every request would leave one behind.
  const [message] = await Promise.race([once(child, "message", { signal: listening.signal }), ended]);
  ended.catch(() => {});
  listening.abort();
  return shape.parse(message);
}

export async function end(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}
