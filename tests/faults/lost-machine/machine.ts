import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { clusterUrl } from "#database/embedded/cluster.ts";
import { openDatabase, type Database } from "#database/sql.server.ts";
import { killServer } from "#tests/faults/kill-postgres.ts";
import type { GatewayProcess } from "#tests/faults/place.ts";
import { isRunning, launch, type Launched } from "#tests/support/server/launch.ts";
import { sendRequest, type RequestOptions } from "#tests/support/server/send-request.ts";

/** A site as `npm start` runs it, with its embedded database. */
export type Machine = {
  url: string;
  ownerUrl: string;
  database: Database;
  ask(path: string, options?: RequestOptions): ReturnType<typeof sendRequest>;
  alive(): boolean;
  /** Kills the site and PostgreSQL, and deletes all data. */
  lose(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

type Wanted = { dataDir: string; gateways: GatewayProcess; publicUrl: string; statusChecks: boolean };

/** The settings of the site and of all commands of its operator. */
export function settingsOf({ dataDir, gateways, publicUrl, statusChecks }: Wanted): Record<string, string> {
  return {
    ...{ PAYMENTS: "live", DATA_DIR: dataDir, PUBLIC_URL: publicUrl, TRUST_PROXY: "1", WEB_PROCESSES: "1" },
    ...{ SEED: "empty", BREACHED_PASSWORDS_URL: "off" },
    ...{ GATEWAYS: gateways.url, STATUS_CHECKS: statusChecks ? "1" : "0" },
    NODE_OPTIONS: `--import=${join(import.meta.dirname, "use-gateways.ts")}`,
  };
}

export async function startMachine(wanted: Wanted): Promise<Machine> {
  const { dataDir } = wanted;
  const launched = launch(settingsOf(wanted));
  try {
    const url = await isRunning(launched);
    const ownerUrl = await readOwnerUrl(dataDir);
    const database = openDatabase(ownerUrl, { poolSize: 3 });
    return { ...{ url, ownerUrl, database }, ...handle(url, { launched, database, dataDir }) };
  } catch (error) {
    await kill(launched, dataDir);
    throw error;
  }
}

type Parts = { launched: Launched; database: Database; dataDir: string };

function handle(url: string, { launched, database, dataDir }: Parts) {
  const { child } = launched;
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  let ended: Promise<void> | null = null;
  async function end(): Promise<void> {
    await database.close();
    if (isAlive()) await kill(launched, dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
  const lose = () => (ended ??= end());
  return {
    ask: (path: string, options?: RequestOptions) => sendRequest(url, path, options),
    alive: isAlive,
    lose,
    [Symbol.asyncDispose]: lose,
  };
}

async function kill({ child }: Launched, dataDir: string): Promise<void> {
  const pidFile = join(dataDir, "postgres/cluster/postmaster.pid");
  const postmaster = Number.parseInt(await readFile(pidFile, "utf8").catch(() => ""), 10);
  // The site first: it would start PostgreSQL again.
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }
  if (postmaster > 0) killServer(postmaster);
}

const record = z.object({ port: z.number(), password: z.string() });

async function readOwnerUrl(dataDir: string): Promise<string> {
  const { port, password } = record.parse(JSON.parse(await readFile(join(dataDir, "postgres.json"), "utf8")));
  return clusterUrl(port, password);
}
