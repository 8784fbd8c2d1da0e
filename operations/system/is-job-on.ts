import type { Reads } from "#database/sql.server.ts";
import { jobSwitches, type JobName } from "#domain/system/jobs.ts";

/** Read anew each time, so that a job that staff stop has stopped at its next step, on every node. */
export async function isJobOn(db: Reads, job: JobName): Promise<boolean> {
  const record = await db
    .selectFrom("site_settings")
    .select("value")
    .where("key", "=", "jobs")
    .executeTakeFirst();
  return jobSwitches.parse(record?.value ?? {})[job] ?? true;
}
