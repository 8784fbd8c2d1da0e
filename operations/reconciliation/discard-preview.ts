import type { Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";

/** Deletes a file that was never imported. */
export async function discardPreview(db: Kysely<Tables>, statementId: bigint): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("statements")
    .where("id", "=", statementId)
    .where("status", "=", "preview")
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
