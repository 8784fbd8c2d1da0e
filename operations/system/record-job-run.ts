import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";
import type { JobName } from "#domain/system/jobs.ts";

export type JobEnd = { outcome: object | null } | { failure: string };

/** The last run of a job and its outcome, for staff. */
export async function keepJobRun(db: Reads, job: JobName, began: Date, end: JobEnd): Promise<void> {
  const run = {
    began_at: began,
    outcome: "outcome" in end && end.outcome !== null ? JSON.stringify(end.outcome) : null,
    failure: "failure" in end ? end.failure.slice(0, 500) : null,
  };
  await db
    .insertInto("job_runs")
    .values({ job, ...run, ended_at: sql<Date>`now()` })
    .onConflict((clash) => clash.column("job").doUpdateSet({ ...run, ended_at: sql<Date>`now()` }))
    .execute();
}
