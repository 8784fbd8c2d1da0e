import type { Reads } from "#database/sql.server.ts";
import { withoutValues } from "#domain/system/loggable-error.ts";
import { isJobOn } from "#database/system/is-job-on.ts";
import { keepJobRun } from "#operations/system/record-job-run.ts";
import type { Job, ObserveRun } from "./job.ts";

/** Lets staff stop jobs. A stop takes effect at the next call, and each result is stored for them. */
export function inView(db: Reads, jobs: Job[], observe: ObserveRun = () => undefined): Job[] {
  return jobs.map((job) => ({
    ...job,
    async work(stop) {
      if (!(await isJobOn(db, job.name))) return;
      const began = new Date();
      const start = performance.now();
      const observed = (outcome: "done" | "failed") =>
        observe(job.name, outcome, (performance.now() - start) / 1_000);
      try {
        const outcome = (await job.work(stop)) ?? null;
        observed("done");
        await keepJobRun(db, job.name, began, { outcome });
      } catch (error) {
        observed("failed");
        // If the database itself failed, the result cannot be stored in it either.
        await keepJobRun(db, job.name, began, { failure: withoutValues(String(error)) }).catch(
          () => undefined,
        );
        throw error;
      }
    },
  }));
}
