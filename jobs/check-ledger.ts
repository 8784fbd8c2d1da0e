import type { Logger } from "pino";
import type { Reads } from "#database/sql.server.ts";
import { isJobOn } from "#operations/is-job-on.ts";
import { reportLedgerProblems } from "#operations/report-ledger-problems.ts";
import type { Job } from "./job.ts";

export function checkLedgerJob(db: Reads, log: Logger): Job {
  return {
    name: "check-ledger",
    due: "*/10 * * * *",
    async work() {
      if (!(await isJobOn(db, "check-ledger"))) return;
      const problems = await reportLedgerProblems(db);
      if (problems.length > 0)
        log.error({ count: problems.length, first: problems[0] }, "the ledger is not sound");
    },
  };
}
