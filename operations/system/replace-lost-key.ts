import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";
import { recordAction } from "#operations/system/record-action.ts";

/**
 * For a key that is lost or leaked: deletes what it sealed, and the next start makes new secrets. All sessions end,
 * and two-step sign-in has to be set up again.
 */
export async function replaceLostKey(db: Reads): Promise<{ sessions: number }> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('secrets'))`.execute(tx);
    await tx.deleteFrom("secrets").execute();
    await tx
      .updateTable("outbox")
      .set({
        given_up_at: sql<Date>`now()`,
        last_error: "the key that sealed its link was replaced",
        details: "{}",
      })
      .where("status", "in", ["waiting", "kept"])
      .where(sql<boolean>`details ? 'sealedAddress'`)
      .execute();
    const { numDeletedRows } = await tx.deleteFrom("sessions").executeTakeFirstOrThrow();
    await recordAction(tx, null, { action: "key-replaced", subject: "site" });
    return { sessions: Number(numDeletedRows) };
  });
}
