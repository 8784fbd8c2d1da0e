import type { Reads } from "#database/sql.server.ts";
import { withoutValues } from "#domain/system/loggable-error.ts";
import { isJobOn } from "#operations/system/is-job-on.ts";
import { keepJobRun } from "#operations/system/record-job-run.ts";
import type { Job } from "./job.ts";

/** Jobs in the hands of staff: who stops one has stopped it at its next call, and how each ended is there to be seen. */
export function inView(db: Reads, jobs: Job[]): Job[] {
  return jobs.map((job) => ({
    ...job,
    async work(stop) {
      if (!(await isJobOn(db, job.name))) return;
      const began = new Date();
      try {
        const outcome = (await job.work(stop)) ?? null;
        await keepJobRun(db, job.name, began, { outcome });
      } catch (error) {
        // Where the database is what failed, nothing can be kept in it either.
        await keepJobRun(db, job.name, began, { failure: withoutValues(String(error)) }).catch(
          () => undefined,
        );
        throw error;
      }
    },
  }));
}
