import { sql, type Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { DateOrder } from "#domain/reconciliation/statement.ts";
import { readPreview, type NoPreview } from "./read-preview.ts";
import { takeLines, type StoredStatement } from "./match-lines.ts";
import { recordAction } from "#operations/system/record-action.ts";

export type Imported =
  | { kind: "imported"; taken: StoredStatement; leftOut: number }
  /** The dates of the file fit both orders. */
  | { kind: "order-needed" }
  | NoPreview;

/** A person has checked the preview: from now on the file counts. */
export async function importStatement(
  db: Kysely<Tables>,
  { statementId, order, by }: { statementId: bigint; order: DateOrder | null; by: string },
  now: Date,
): Promise<Imported> {
  return db.transaction().execute(async (tx): Promise<Imported> => {
    const preview = await readPreview(tx, statementId, order, now);
    if (preview.kind !== "preview") return preview;
    const { dates, listing, notUnderstood } = preview;
    if (dates.kind === "ask" && order === null) return { kind: "order-needed" };
    await tx
      .updateTable("statements")
      .set({
        status: "imported",
        preview: null,
        not_understood: JSON.stringify(notUnderstood),
        imported_by: by,
        imported_at: sql<Date>`now()`,
      })
      .where("id", "=", statementId)
      .execute();
    const taken = await takeLines(tx, listing, now);
    await recordAction(tx, by, { action: "import-statement", subject: `statement:${statementId}` });
    return { kind: "imported", taken, leftOut: notUnderstood.length };
  });
}
