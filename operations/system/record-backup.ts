import type { Reads } from "#database/sql.server.ts";

/** The operator says that a backup was made and could be restored. */
export async function recordBackup(db: Reads): Promise<void> {
  await db.insertInto("backups").defaultValues().execute();
}
