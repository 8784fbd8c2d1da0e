import type { AccessHindrance } from "#domain/cases/proposal.ts";
import { lockAccounts, nameActor, readAccessHindrance } from "#database/accounts/role-grants.ts";
import type { Reads } from "#database/sql.server.ts";
import { notifyAdmins } from "#operations/mail/notify-admins.ts";
import { recordAction } from "#operations/system/record-action.ts";

/** The old password works again. */
export function enableAccount(
  db: Reads,
  userId: string,
  doneBy: string,
): Promise<AccessHindrance | "enabled" | "unknown"> {
  return db.transaction().execute(async (tx) => {
    await lockAccounts(tx, userId, doneBy);
    const user = await tx
      .selectFrom("users")
      .select(["id", "email", "role"])
      .where("id", "=", userId)
      .where("banned", "=", true)
      .executeTakeFirst();
    if (!user) return "unknown";
    const hindrance = user.role === "organizer" ? null : await readAccessHindrance(tx, doneBy);
    if (hindrance !== null) return hindrance;
    await nameActor(tx, doneBy);
    await tx
      .updateTable("users")
      .set({ banned: false, ban_reason: null, ban_expires: null, updated_at: new Date() })
      .where("id", "=", user.id)
      .execute();
    await recordAction(tx, doneBy, { action: "account-enabled", subject: `user:${userId}` });
    if (user.role !== "organizer")
      await notifyAdmins(tx, { change: "enabled", about: user.email, by: doneBy });
    return "enabled";
  });
}
