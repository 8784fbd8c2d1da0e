import type { Logger } from "pino";
import type { Reads } from "#database/sql.server.ts";
import { publishDueDrafts } from "#operations/content/saved-drafts/publish-due.ts";
import type { Job } from "./job.ts";

export function publishDraftsJob(db: Reads, log: Logger): Job {
  return {
    name: "publish-drafts",
    due: "* * * * *",
    work: () =>
      publishDueDrafts(db, new Date(), (subject, error) =>
        log.error({ err: error, subject }, "draft could not be published, will retry"),
      ),
  };
}
