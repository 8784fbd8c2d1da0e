import type { Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import { lockStatements } from "./lock-statements.ts";

/** Deletes a file that was never imported. */
export async function discardPreview(db: Kysely<Tables>, statementId: bigint): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const preview = await tx
      .selectFrom("statements")
      .select("provider")
      .where("id", "=", statementId)
      .executeTakeFirst();
    if (preview === undefined) return false;
    // Its import by another person takes longer than a row lock is waited for.
    await lockStatements(tx, preview.provider);
    const { numDeletedRows } = await tx
      .deleteFrom("statements")
      .where("id", "=", statementId)
      .where("status", "=", "preview")
      .executeTakeFirst();
    return numDeletedRows > 0n;
  });
}
