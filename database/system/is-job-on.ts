import type { Reads } from "#database/sql.server.ts";
import { jobSwitches, type JobName } from "#domain/system/jobs.ts";

/** Jobs ask before each step, so that a switch takes effect on every node. */
export async function isJobOn(db: Reads, job: JobName): Promise<boolean> {
  const record = await db
    .selectFrom("site_settings")
    .select("value")
    .where("key", "=", "jobs")
    .executeTakeFirst();
  return jobSwitches.parse(record?.value ?? {})[job] ?? true;
}
