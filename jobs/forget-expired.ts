import type { Logger } from "pino";
import type { Reads } from "#database/sql.server.ts";
import { forgetExpired } from "#operations/forget-expired.ts";
import type { Job } from "./job.ts";

export function forgetExpiredJob(db: Reads, log: Logger): Job {
  return {
    name: "forget-expired",
    due: "41 * * * *",
    async work(stop) {
      const forgotten = await forgetExpired(db, { now: new Date(), stop });
      if (Object.values(forgotten).some((count) => count > 0)) log.info(forgotten, "expired rows deleted");
      return forgotten;
    },
  };
}
