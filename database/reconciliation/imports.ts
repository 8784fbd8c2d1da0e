import { sql } from "kysely";
import { notUnderstoodShape, type LineState, type NotUnderstood } from "#domain/reconciliation/statement.ts";
import type { Reads } from "#database/sql.server.ts";

export type FoundImport = {
  id: bigint;
  name: string;
  status: "preview" | "imported" | "undone";
  rowCount: number;
  /** Rows that became statement lines. */
  lines: number;
  notUnderstood: NotUnderstood[];
  by: string | null;
  at: Date;
  undone: { by: string; at: Date } | null;
};

export async function findImport(db: Reads, id: bigint): Promise<FoundImport | null> {
  const row = await db
    .selectFrom("statements as t")
    .leftJoin("users as u", "u.id", "t.imported_by")
    .leftJoin("users as undoer", "undoer.id", "t.undone_by")
    .select([
      "t.id",
      "t.name",
      "t.status",
      "t.row_count",
      "t.line_count",
      "t.not_understood",
      "t.imported_at",
    ])
    .select(["t.undone_at", "u.name as by", "undoer.name as undone_by"])
    .where("t.id", "=", id)
    .where("t.source", "=", "file")
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    rowCount: row.row_count,
    lines: row.line_count,
    // An earlier version of the program can have stored them in another form.
    notUnderstood: notUnderstoodShape.safeParse(row.not_understood).data ?? [],
    by: row.by,
    at: row.imported_at,
    undone: row.undone_at === null ? null : { by: row.undone_by ?? "", at: row.undone_at },
  };
}

/** The present states of an import's lines, and what they say was paid. */
export async function countImportedLines(db: Reads, statementId: bigint) {
  const count = (state: LineState) => sql<number>`count(*) filter (where state = ${state})::integer`;
  return db
    .selectFrom("statement_standings")
    .select([count("matched").as("matched"), count("open").as("open")])
    .select(sql<number>`count(*) filter (where outcome = 'paid')::integer`.as("paid"))
    .select(sql<bigint>`coalesce(sum(amount) filter (where outcome = 'paid'), 0)::bigint`.as("amount"))
    .where("statement_id", "=", statementId)
    .executeTakeFirstOrThrow();
}

/**
 * `acted-on`: staff closed a case of this import, requested an approval because of one, or used a line in another case
 * of its payment.
 */
export type ObstacleToUndo = "acted-on" | "listed-again" | "too-old";

export async function findObstacleToUndo(db: Reads, statementId: bigint): Promise<ObstacleToUndo | null> {
  const { rows } = await sql<{ acted_on: boolean; listed_again: boolean; too_old: boolean }>`
    select
      exists (
        select from cases k
        where k.statement_id = t.id and (
          k.closed_by is not null
          or exists (
            select from proposals a
            where a.proposed_at >= t.imported_at and a.subject in (
              'case:' || k.id,
              (select 'donation:' || d.external_id from payments p join donations d on d.id = p.donation_id
                where p.id = k.payment_id)
            )
          )
        )
      ) or exists (
        select from statement_changes c
        join statement_lines l on l.id = c.line_id
        join cases k on k.payment_id = l.payment_id
        where c.statement_id = t.id and (
          k.closed_by is not null and k.closed_at >= t.imported_at and k.decision <> 'import-undone'
          or exists (
            select from proposals a where a.subject = 'case:' || k.id and a.proposed_at >= t.imported_at
          )
        )
      ) or exists (
        select from statement_changes c join statement_lines l on l.id = c.line_id
        where c.statement_id = t.id and l.ignored_at >= t.imported_at
      ) as acted_on,
      exists (
        select from statement_changes c join statement_lines l on l.id = c.line_id
        where c.statement_id = t.id and l.last_statement_id <> t.id
      ) as listed_again,
      -- The earlier state of the lines is deleted after 90 days (database/system/personal-data.ts).
      t.imported_at < now() - interval '89 days' as too_old
    from statements t where t.id = ${statementId}
  `.execute(db);
  if (rows[0]?.too_old) return "too-old";
  if (rows[0]?.acted_on) return "acted-on";
  return rows[0]?.listed_again ? "listed-again" : null;
}
