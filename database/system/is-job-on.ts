import type { Reads } from "#database/sql.server.ts";
import { jobNames, jobSwitches, type JobName } from "#domain/system/jobs.ts";

/** Jobs ask before each step, so that a switch takes effect on every node. */
export async function isJobOn(db: Reads, job: JobName): Promise<boolean> {
  return (await readSwitches(db))[job] ?? true;
}

export async function readStoppedJobs(db: Reads): Promise<JobName[]> {
  const switches = await readSwitches(db);
  return jobNames.filter((name) => switches[name] === false);
}

async function readSwitches(db: Reads) {
  const record = await db
    .selectFrom("site_settings")
    .select("value")
    .where("key", "=", "jobs")
    .executeTakeFirst();
  return jobSwitches.parse(record?.value ?? {});
}
