import type { Reads } from "#database/sql.server.ts";
import { remindOfRulings } from "#operations/campaigns/remind-of-rulings.ts";
import type { Job } from "./job.ts";

export function watchRulingsJob(db: Reads): Job {
  return {
    name: "watch-rulings",
    due: "47 * * * *",
    work: async () => ({ expiring: await remindOfRulings(db, new Date()) }),
  };
}
