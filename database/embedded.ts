import { randomBytes } from "node:crypto";
import { openSync, closeSync, existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  accountInsteadOfRoot,
  becomesReady,
  clusterUrl,
  createCluster,
  end,
  endLeftover,
  findServer,
  freePort,
  giveTo,
  isProblem,
  launch,
  mayEnter,
  type Problem,
} from "./cluster.ts";

/** A cluster for tests: nothing in it is synced to disk, and it is gone when stopped. */
export async function startThrowaway(): Promise<{ url: string; stop(): Promise<void> }> {
  const account = orThrow(accountInsteadOfRoot());
  const server = orThrow(await findServer(account));
  const base = !account || mayEnter(tmpdir(), account) ? tmpdir() : "/var/tmp";
  await sweepThrowaways(base);

  const folder = await mkdtemp(join(base, `${throwawayPrefix}${process.pid}-`));
  await giveTo(folder, account);
  const cluster = join(folder, "cluster");
  const password = randomBytes(24).toString("hex");
  await createCluster(server, cluster, password, false);

  const log = openSync(join(folder, "log"), "a");
  const port = await freePort();
  const settings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"];
  const running = launch(server, cluster, { port, log, settings, detached: false });
  closeSync(log);
  if ((await becomesReady(cluster, running)) === "ended")
    throw new Error(`PostgreSQL did not start, see ${folder}/log`);

  return {
    url: clusterUrl(port, password),
    async stop() {
      await end(running, "SIGQUIT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const throwawayPrefix = "amana-throwaway-";

/** A test run that was killed leaves its server and folder behind. */
async function sweepThrowaways(base: string): Promise<void> {
  for (const name of readdirSync(base)) {
    const owner = name.startsWith(throwawayPrefix)
      ? Number(name.slice(throwawayPrefix.length).split("-")[0])
      : 0;
    if (owner === 0 || existsSync(`/proc/${owner}`) || process.platform !== "linux") continue;
    await endLeftover(join(base, name, "cluster"));
    await rm(join(base, name), { recursive: true, force: true });
  }
}

function orThrow<T>(outcome: T | Problem): T {
  if (isProblem(outcome)) throw new Error(outcome.problem);
  return outcome;
}
