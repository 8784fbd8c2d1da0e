import type { Logger } from "pino";
import type { Reads } from "#database/sql.server.ts";
import { matchLaterLines } from "#operations/reconciliation/match-lines.ts";
import { openCasesOfUnbooked } from "#operations/reconciliation/open-cases-of-differences.ts";
import { reportLedgerProblems } from "#operations/system/report-ledger-problems.ts";
import type { Job } from "./job.ts";

export function checkLedgerJob(db: Reads, log: Logger): Job {
  return {
    name: "check-ledger",
    due: "*/10 * * * *",
    async work() {
      await matchLaterLines(db, new Date());
      await openCasesOfUnbooked(db);
      const problems = await reportLedgerProblems(db);
      if (problems.length > 0)
        log.error({ count: problems.length, first: problems[0] }, "ledger check found problems");
      return { count: problems.length, problems: problems.slice(0, mostKept) };
    },
  };
}

const mostKept = 50;
