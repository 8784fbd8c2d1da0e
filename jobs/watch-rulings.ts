import type { Reads } from "#database/sql.server.ts";
import { remindOfRulings, emailAboutEndedRulings } from "#operations/campaigns/remind-of-rulings.ts";
import type { Job } from "./job.ts";

export function watchRulingsJob(db: Reads): Job {
  return {
    name: "watch-rulings",
    due: "47 * * * *",
    async work() {
      const now = new Date();
      return { expiring: await remindOfRulings(db, now), ended: await emailAboutEndedRulings(db, now) };
    },
  };
}
