import type { Reads } from "#database/sql.server.ts";

/** A backup that was restored and checked. The operator's own backup has no file of ours. */
export async function recordBackup(
  db: Reads,
  made: { file: string; bytes: number } | null = null,
): Promise<void> {
  const values = made === null ? { file: null, bytes: null } : { file: made.file, bytes: BigInt(made.bytes) };
  await db.insertInto("backups").values(values).execute();
}
