import type { Reads } from "#database/sql.server.ts";
import { readLastBackup } from "#database/system/alarms.ts";
import { isBackupDue } from "#domain/system/backup.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";
import type { Job } from "./job.ts";

export type BackUp = (stop: AbortSignal) => Promise<{ megabytes: number }>;

/** One node makes the backup. If it fails or is killed, any node tries again later. */
export function backUpJob(db: Reads, backUp: BackUp): Job {
  return {
    name: "back-up",
    due: "*/20 * * * *",
    async work(stop) {
      const last = await readLastBackup(db);
      if (!isBackupDue(last?.madeAt ?? null, new Date())) return;
      const attempt = await countAttempt(db, [
        { subject: "back-up", limits: [{ most: 1, within: 2 * 3_600 }] },
      ]);
      return attempt.kind === "limited" ? undefined : backUp(stop);
    },
  };
}
