import type { Reads } from "#database/sql.server.ts";
import { remindReviewers } from "#operations/campaigns/remind-reviewers.ts";
import type { Job } from "./job.ts";

export function watchSubmissionsJob(db: Reads): Job {
  return {
    name: "watch-submissions",
    due: "37 * * * *",
    work: async () => ({ overdue: await remindReviewers(db, new Date()) }),
  };
}
