import type { Logger } from "pino";
import type { Reads } from "#database/sql.server.ts";
import type { Reporting } from "#domain/donations/reporting.ts";
import type { PaymentsMode } from "#domain/payments/status.ts";
import { fetchExternalFigures } from "#operations/content/fetch-external-figures.ts";
import type { Job } from "./job.ts";

export function fetchExternalFiguresJob(
  db: Reads,
  reporting: Reporting,
  payments: PaymentsMode,
  log: Logger,
): Job {
  return {
    name: "fetch-external-figures",
    due: "*/15 * * * *",
    // So that figures that staff switch on appear soon.
    wokenBy: "content",
    async work(stop) {
      const result = await fetchExternalFigures(db, reporting, { payments, now: new Date(), stop });
      for (const { subject, title, reason } of result.failures)
        log.warn({ subject, title }, `external figures not fetched: ${reason}`);
      return { fetched: result.fetched, failed: result.failures.length };
    },
  };
}
