import type { Logger } from "pino";
import { databaseTime } from "#database/clock.ts";
import type { Reads } from "#database/sql.server.ts";
import { countFinishedDays } from "#operations/visitors/count-finished-days.ts";
import { forgetExpired, type StoredDocuments } from "#operations/system/delete-expired-data.ts";
import { deleteChangedSums } from "#operations/system/store-sums-of-days.ts";
import type { Job } from "./job.ts";

export function forgetExpiredJob(db: Reads, documents: StoredDocuments, log: Logger): Job {
  return {
    name: "forget-expired",
    due: "41 * * * *",
    async work(stop) {
      // First, because only counted days of visits are deleted.
      const daysOfVisits = await countFinishedDays(db, stop);
      await deleteChangedSums(db);
      // The database's clock wrote the times. A wrong clock of this machine must not delete anything early.
      const forgotten = await forgetExpired(db, { now: await databaseTime(db), documents, stop });
      if (Object.values(forgotten).some((count) => count > 0)) log.info(forgotten, "expired data deleted");
      return { ...forgotten, daysOfVisits };
    },
  };
}
