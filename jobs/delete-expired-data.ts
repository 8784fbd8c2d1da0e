import { sql } from "kysely";
import type { Logger } from "pino";
import type { Reads } from "#database/sql.server.ts";
import { forgetExpired, type StoredDocuments } from "#operations/system/delete-expired-data.ts";
import type { Job } from "./job.ts";

export function forgetExpiredJob(db: Reads, documents: StoredDocuments, log: Logger): Job {
  return {
    name: "forget-expired",
    due: "41 * * * *",
    async work(stop) {
      // The database's clock wrote the times. A wrong clock of this machine must not delete anything early.
      const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
      const forgotten = await forgetExpired(db, { now: rows[0]?.now ?? new Date(0), documents, stop });
      if (Object.values(forgotten).some((count) => count > 0)) log.info(forgotten, "expired data deleted");
      return forgotten;
    },
  };
}
