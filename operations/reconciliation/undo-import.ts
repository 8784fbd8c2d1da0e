import { sql, type Kysely, type Transaction } from "kysely";
import { findObstacleToUndo, type ObstacleToUndo } from "#database/reconciliation/imports.ts";
import type { Tables } from "#database/tables.ts";
import { lockStatements } from "./lock-statements.ts";
import { openCases, readLineStates } from "./match-lines.ts";
import { openCase } from "#operations/cases/open.ts";
import { recordAction } from "#operations/system/record-action.ts";

export type Undone =
  | { kind: "undone" }
  | { kind: "unknown" }
  /** Never imported, or undone before. */
  | { kind: "not-imported" }
  | { kind: "obstacle"; obstacle: ObstacleToUndo };

/** Restores every line that an import changed, and closes the cases that it opened. Opens those again that it closed. */
export async function undoImport(
  db: Kysely<Tables>,
  { statementId, by }: { statementId: bigint; by: string },
): Promise<Undone> {
  return db.transaction().execute(async (tx): Promise<Undone> => {
    const about = await tx
      .selectFrom("statements")
      .select("provider")
      .where("id", "=", statementId)
      .where("source", "=", "file")
      .executeTakeFirst();
    if (about === undefined) return { kind: "unknown" };
    await lockStatements(tx, about.provider);
    const { status } = await tx
      .selectFrom("statements")
      .select("status")
      .where("id", "=", statementId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (status !== "imported") return { kind: "not-imported" };
    const obstacle = await findObstacleToUndo(tx, statementId);
    if (obstacle !== null) return { kind: "obstacle", obstacle };

    const { restored, payments } = await restoreLines(tx, statementId);
    await closeCases(tx, { statementId, by, payments });
    await reportMissingAgain(tx, payments);
    const comparedLines = await readLineStates(tx, about.provider, restored);
    for (const [earlier, lines] of Map.groupBy(comparedLines, (line) => line.last_statement_id))
      await openCases(tx, lines, earlier);
    await tx
      .updateTable("statements")
      .set({ status: "undone", undone_at: sql<Date>`now()`, undone_by: by })
      .where("id", "=", statementId)
      .execute();
    await recordAction(tx, by, { action: "undo-import", subject: `statement:${statementId}` });
    return { kind: "undone" };
  });
}

/** The keys of the lines that an earlier statement listed too, and the payments of all lines. */
async function restoreLines(tx: Transaction<Tables>, statementId: bigint) {
  const { rows: changed } = await sql<{ key: string; payment_id: bigint | null; is_new: boolean }>`
    select l.key, l.payment_id, c.before is null as is_new
    from statement_changes c join statement_lines l on l.id = c.line_id
    where c.statement_id = ${statementId}
  `.execute(tx);
  await sql`
    update statement_lines l
    set last_statement_id = b.last_statement_id, outcome = b.outcome, failure = b.failure, said = b.said, amount = b.amount, day = b.day,
      reference = b.reference, payment_id = b.payment_id,
      ignored_at = b.ignored_at, ignored_by = b.ignored_by, ignored_reason = b.ignored_reason
    from statement_changes c, jsonb_populate_record(null::statement_lines, c.before) b
    where c.statement_id = ${statementId} and c.before is not null and l.id = c.line_id
  `.execute(tx);
  await sql`
    delete from statement_lines l using statement_changes c
    where c.statement_id = ${statementId} and c.before is null and l.id = c.line_id
  `.execute(tx);
  await tx.deleteFrom("statement_changes").where("statement_id", "=", statementId).execute();
  return {
    restored: changed.flatMap(({ key, is_new }) => (is_new ? [] : [key])),
    payments: changed.flatMap(({ payment_id }) => (payment_id === null ? [] : [payment_id])),
  };
}

/** A case that the next ledger check opened about these lines is closed too, unless another line is still open. */
async function closeCases(
  tx: Transaction<Tables>,
  { statementId, by, payments }: { statementId: bigint; by: string; payments: bigint[] },
): Promise<void> {
  await sql`
    update cases k
    set status = 'closed', decision = 'import-undone', reason = 'The import that showed this was undone',
      closed_by = ${by}, closed_at = now()
    where k.status = 'open' and (
      k.statement_id = ${statementId}
      or k.kind = 'not-booked' and k.payment_id = any (${payments}::bigint[])
        and not exists (select from statement_standings s where s.payment_id = k.payment_id and s.state = 'open')
    )
  `.execute(tx);
}

/** Only this import listed these payments. So an earlier statement of their day misses them again. */
async function reportMissingAgain(tx: Transaction<Tables>, payments: bigint[]): Promise<void> {
  const { rows } = await sql<{ payment_id: bigint; statement_id: bigint; details: Record<string, unknown> }>`
    select distinct on (k.payment_id) k.payment_id, k.statement_id, k.details
    from cases k join statements s on s.id = k.statement_id and s.status = 'imported'
    where k.kind = 'not-listed' and k.decision = 'matched' and k.payment_id = any (${payments}::bigint[])
      and exists (select from payments p where p.id = k.payment_id and p.status = 'succeeded')
      and not exists (
        select from statement_lines l where l.payment_id = k.payment_id and l.outcome <> 'pending'
      )
      -- A decision of a person stays.
      and not exists (
        select from cases d
        where d.payment_id = k.payment_id and d.kind = 'not-listed' and d.decision not in ('matched', 'import-undone')
      )
    order by k.payment_id, k.id desc
  `.execute(tx);
  for (const { payment_id: paymentId, statement_id: statementId, details } of rows)
    await openCase(tx, "not-listed", { paymentId, statementId, details });
}
