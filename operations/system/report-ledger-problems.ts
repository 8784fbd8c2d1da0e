import { sql } from "kysely";
import { findWrongSums } from "#database/system/sums-of-days.ts";
import { methodSums } from "#database/donations/figures.ts";
import { paymentSums } from "#database/payments/figures.ts";
import { reconciledSums } from "#database/reconciliation/days-and-lines.ts";
import type { Reads } from "#database/sql.server.ts";
import type { PromiseName } from "#domain/system/ledger-checks.ts";
import type { Day } from "#domain/system/calendar.ts";
import { openCaseAbout } from "#operations/cases/open-about-payment.ts";

export type LedgerProblem = { promise: PromiseName; problem: string; subject: string };

/** Compares the whole ledger with itself and with the stored totals. A difference opens a case. */
export async function reportLedgerProblems(db: Reads): Promise<LedgerProblem[]> {
  const problems = await findLedgerProblems(db);
  if (problems.length > 0)
    await openCaseAbout(
      db,
      { kind: "ledger", subject: "ledger" },
      { count: problems.length, problems: problems.slice(0, mostNamed) },
    );
  return problems;
}

const mostNamed = 20;

/** The failed ledger checks and their places. Empty if the ledger is correct. */
export function findLedgerProblems(db: Reads): Promise<LedgerProblem[]> {
  // One snapshot for all checks, or a donation that arrives during them would look like a difference.
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await sql`set local statement_timeout = '5min'`.execute(tx);
      const ledger = await tx.selectFrom("broken_promises").selectAll().execute();
      const statements = await tx.selectFrom("statement_problems").selectAll().execute();
      const audit = await tx.selectFrom("audit_problems").selectAll().execute();
      return [...ledger, ...statements, ...audit, ...(await findWrongDays(tx))];
    });
}

async function findWrongDays(tx: Reads): Promise<LedgerProblem[]> {
  const wrong = (subject: string, days: Day[]) =>
    days.map((day): LedgerProblem => ({
      ...{ promise: "I5", problem: "stored sums differ from the rows", subject: `${subject} ${day}` },
    }));
  return [
    ...wrong("donations by method", await findWrongSums(tx, methodSums)),
    ...wrong("payments", await findWrongSums(tx, paymentSums)),
    ...wrong("AzamPay reconciliation", await findWrongSums(tx, reconciledSums.azampay)),
    ...wrong("Selcom reconciliation", await findWrongSums(tx, reconciledSums.selcom)),
  ];
}
