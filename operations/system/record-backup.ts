import type { Reads } from "#database/sql.server.ts";

/** The operator reports that a backup was made and tested. */
export async function recordBackup(db: Reads): Promise<void> {
  await db.insertInto("backups").defaultValues().execute();
}
