import { sql, type Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { NotUnderstood, StatementRow } from "#domain/reconciliation/statement.ts";
import { sha256 } from "#domain/system/digest.server.ts";

export type StatementFile = {
  name: string;
  content: Uint8Array;
  rowCount: number;
  rows: StatementRow[];
  notUnderstood: NotUnderstood[];
};

/** `known` is a file with the same bytes: an import that counts, or its preview. */
export type Stored = { kind: "stored" | "known"; id: bigint };

/** Stores a file from AzamPay without counting it. The same file twice is one preview, or one import. */
export async function storePreview(
  db: Kysely<Tables>,
  { name, content, rowCount, rows, notUnderstood }: StatementFile,
  by: string,
): Promise<Stored> {
  const hash = sha256(content).toString("base64url");
  return db.transaction().execute(async (tx): Promise<Stored> => {
    const stored = await tx
      .insertInto("statements")
      .values({
        provider: "azampay",
        source: "file",
        name,
        hash,
        line_count: 0,
        imported_by: by,
        status: "preview",
        preview: JSON.stringify(rows.map((row) => ({ ...row, amount: String(row.amount) }))),
        row_count: rowCount,
        not_understood: JSON.stringify(notUnderstood),
      })
      .onConflict((clash) =>
        clash
          .columns(["provider", "hash"])
          .where(sql<boolean>`source = 'file' and status <> 'undone'`)
          .doNothing(),
      )
      .returning("id")
      .executeTakeFirst();
    if (stored !== undefined) return { kind: "stored", id: stored.id };
    const known = await tx
      .selectFrom("statements")
      .select("id")
      .where("provider", "=", "azampay")
      .where("hash", "=", hash)
      .where("source", "=", "file")
      .where("status", "<>", "undone")
      .executeTakeFirstOrThrow();
    return { kind: "known", id: known.id };
  });
}
