import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import type { Reads } from "#database/sql.server.ts";
import { raiseDiskAlarm } from "#operations/system/raise-alarms.ts";
import type { Disk } from "#storage/disk.ts";

type WorkContext = { log: Logger; stop: AbortSignal };

const secondsBetween = 60;

/** Runs on every node until it stops: a job of the queue would see the disk of one node only. */
export async function watchDisk(
  db: Reads,
  disk: () => Promise<Disk>,
  { log, stop }: WorkContext,
): Promise<void> {
  while (!stop.aborted) {
    try {
      const { percentFree } = await disk();
      await raiseDiskAlarm(db, { node: hostname(), percentFree });
    } catch (error) {
      log.warn({ err: error }, "disk check failed");
    }
    await wait(secondsBetween * 1_000, undefined, { signal: stop, ref: false }).catch(() => undefined);
  }
}
