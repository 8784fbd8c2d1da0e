import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";

export async function confirmSession(db: Reads, sessionId: string): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ passkey_at: sql<Date>`now()` })
    .where("id", "=", sessionId)
    .execute();
}

/** True if this session used a passkey in the last five minutes. Each use counts for one action. */
export async function takeConfirmation(db: Reads, sessionId: string): Promise<boolean> {
  const taken = await db
    .updateTable("sessions")
    .set({ passkey_at: null })
    .where("id", "=", sessionId)
    .where("passkey_at", ">", sql<Date>`now() - interval '5 minutes'`)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}
