import type { AccessHindrance } from "#domain/cases/proposal.ts";
import { lockAccounts, nameActor, readAccessHindrance } from "#database/accounts/role-grants.ts";
import { unlessLastAdmin } from "#database/accounts/last-admin.ts";
import type { Reads } from "#database/sql.server.ts";
import { notifyAdmins } from "#operations/mail/notify-admins.ts";
import { recordAction } from "#operations/system/record-action.ts";
import { withdrawOwnInvitations } from "./withdraw-own-invitations.ts";

/** Ends all sessions of the person, and their invitations. The records of their actions stay. */
export function disableAccount(
  db: Reads,
  userId: string,
  doneBy: string | null,
): Promise<AccessHindrance | "disabled" | "unknown" | "last-admin"> {
  return unlessLastAdmin(() =>
    db.transaction().execute(async (tx) => {
      await lockAccounts(tx, userId, doneBy);
      const user = await tx
        .selectFrom("users")
        .select(["id", "email", "role"])
        .where("id", "=", userId)
        .where("banned", "=", false)
        .executeTakeFirst();
      if (!user) return "unknown";
      const hindrance = user.role === "organizer" ? null : await readAccessHindrance(tx, doneBy);
      if (hindrance !== null) return hindrance;
      await nameActor(tx, doneBy);
      await tx
        .updateTable("users")
        .set({ banned: true, updated_at: new Date() })
        .where("id", "=", user.id)
        .execute();
      await tx.deleteFrom("sessions").where("user_id", "=", user.id).execute();
      await withdrawOwnInvitations(tx, { of: user.id, mayGive: [], doneBy });
      await recordAction(tx, doneBy, { action: "account-disabled", subject: `user:${user.id}` });
      if (user.role !== "organizer")
        await notifyAdmins(tx, { change: "disabled", about: user.email, by: doneBy });
      return "disabled";
    }),
  );
}
