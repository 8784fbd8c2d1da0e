import type { Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { Day } from "#domain/system/calendar.ts";
import type { ProviderName } from "#domain/payments/provider.ts";
import type { ListedPayment } from "#domain/reconciliation/statement.ts";
import { takeLines, type StoredStatement } from "./match-lines.ts";

export type StatementList = {
  provider: ProviderName;
  name: string;
  lines: ListedPayment[];
  covers: { from: Day; to: Day } | null;
};

/** Compares a provider's list with our payments. It can be repeated. */
export async function takeStatement(
  db: Kysely<Tables>,
  { provider, name, lines, covers }: StatementList,
  now: Date,
): Promise<StoredStatement> {
  return db.transaction().execute(async (tx) => {
    const { id: statementId } = await tx
      .insertInto("statements")
      .values({ provider, source: "list", name, hash: "", line_count: lines.length, row_count: lines.length })
      .returning("id")
      .executeTakeFirstOrThrow();
    const listing = { provider, statementId, lines, covers, mentioned: [], isUndoable: false };
    return takeLines(tx, listing, now);
  });
}
