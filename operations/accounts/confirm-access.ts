import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";
import { notifyAdmins } from "#operations/mail/notify-admins.ts";
import { recordAction } from "#operations/system/record-action.ts";

/** A second admin confirms that a person works for the fund. The database decides who can confirm. */
export function confirmAccess(
  db: Reads,
  userId: string,
  doneBy: string,
): Promise<"confirmed" | "unknown" | "not-yours"> {
  return db.transaction().execute(async (tx) => {
    const grant = await tx
      .selectFrom("role_grants as g")
      .innerJoin("users as u", "u.id", "g.user_id")
      .select(["g.id", "u.email", sql<boolean>`may_confirm_access(${doneBy}, g)`.as("mayConfirm")])
      .where("g.user_id", "=", userId)
      .where("g.ended_at", "is", null)
      .where(sql<boolean>`not is_confirmed(g)`)
      .executeTakeFirst();
    if (!grant) return "unknown";
    if (!grant.mayConfirm) return "not-yours";
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("access_confirmations")
      .values({ grant_id: grant.id, confirmed_by: doneBy })
      .onConflict((clash) => clash.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) return "unknown";
    await recordAction(tx, doneBy, { action: "access-confirmed", subject: `user:${userId}` });
    await notifyAdmins(tx, { change: "confirmed", about: grant.email, by: doneBy });
    return "confirmed";
  });
}
