import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#database/embedded/cluster.ts";
import { inheritedEnvironment } from "#tests/support/server/inherited-environment.ts";
import { ask, donate, type Tally } from "./load.ts";

/** The data of a site on a small disk. Only root can mount one. */
export type SmallDisk = AsyncDisposable & {
  url: string;
  fill(): Promise<void>;
  free(): Promise<void>;
  isAlive(): boolean;
  output(): string;
  metrics(): Promise<string>;
};

const metricsToken = "a-token-of-more-than-32-characters";

/** A new demonstration. It takes its pictures from folders, because to encode them costs more than the rest. */
export async function openSmallDisk(pictures: string[]): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), "amana-disk-"));
  spawnSync("chmod", ["755", folder]);
  const port = await freePort();
  const child = spawn(
    "unshare",
    [
      ...["--mount", "bash", "-euc"],
      `mount -t tmpfs -o size=300m,mode=755 tmpfs "$1"
       mkdir -m 711 "$1/data"
       mkdir "$1/data/pictures"
       cp -a "\${@:3}" "$1/data/pictures"
       exec "$2" start.ts`,
      ...["bash", folder, resolve(process.execPath), ...pictures],
    ],
    {
      env: {
        ...inheritedEnvironment,
        PORT: String(port),
        DATA_DIR: join(folder, "data"),
        WEB_PROCESSES: "1",
        METRICS_TOKEN: metricsToken,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  while ((await ask(url, "/readyz")).status !== 200) {
    if (!isAlive()) throw new Error(output);
    await wait(50);
  }
  // unshare, bash and the site are one process.
  const filler = `/proc/${child.pid}/root${folder}/filler`;
  return {
    url,
    isAlive,
    output: () => output,
    async metrics() {
      const headers = { Authorization: `Bearer ${metricsToken}` };
      return (await fetch(`${url}/metrics`, { headers })).text();
    },
    async fill() {
      for (const size of [1 << 20, 1 << 12, 1])
        while (await appendFile(filler, Buffer.alloc(size)).then(() => true, isFull));
    },
    free: () => rm(filler),
    async [Symbol.asyncDispose]() {
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      if (isAlive()) await gone;
      await rmdir(folder);
    },
  };
}

function isFull(error: NodeJS.ErrnoException): false {
  if (error.code !== "ENOSPC") throw error;
  return false;
}

/** The donation's answer: begun, or the status of the refusal. */
export async function tryToDonate(url: string): Promise<string> {
  const tally: Tally = { pages: 0, donations: 0, failed: [], begun: [], times: [] };
  await donate(url, tally);
  return tally.failed[0] ?? "begun";
}

/** Root in a container may lack the right to mount. */
export const canMount = () =>
  spawnSync("unshare", ["--mount", "true"]).status === 0 && process.getuid?.() === 0;
