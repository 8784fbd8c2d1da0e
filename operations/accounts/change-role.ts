import { mayInvite, type Role } from "#domain/accounts/roles.ts";
import { unlessLastAdmin } from "#database/accounts/last-admin.ts";
import type { AccessHindrance } from "#domain/cases/proposal.ts";
import { lockAccounts, nameActor, readAccessHindrance } from "#database/accounts/role-grants.ts";
import type { Reads } from "#database/sql.server.ts";
import { notifyAdmins } from "#operations/mail/notify-admins.ts";
import { recordAction } from "#operations/system/record-action.ts";
import { withdrawOwnInvitations } from "./withdraw-own-invitations.ts";

/** Sessions and invitations end with the old role, so that its permissions end too. */
export function changeRole(
  db: Reads,
  { userId, role }: { userId: string; role: Role },
  doneBy: string,
): Promise<AccessHindrance | "changed" | "unchanged" | "unknown" | "last-admin" | "email-not-confirmed"> {
  return unlessLastAdmin(() =>
    db.transaction().execute(async (tx) => {
      await lockAccounts(tx, userId, doneBy);
      const before = await tx
        .selectFrom("users")
        .select(["role", "email", "email_verified"])
        .where("id", "=", userId)
        .executeTakeFirst();
      if (!before) return "unknown";
      if (before.role === role) return "unchanged";
      // Anyone can sign up as an organizer with the address of another person.
      if (before.role === "organizer" && !before.email_verified) return "email-not-confirmed";
      const hindrance = await readAccessHindrance(tx, doneBy);
      if (hindrance !== null) return hindrance;
      await nameActor(tx, doneBy);
      await tx.updateTable("users").set({ role, updated_at: new Date() }).where("id", "=", userId).execute();
      await tx.deleteFrom("sessions").where("user_id", "=", userId).execute();
      await withdrawOwnInvitations(tx, { of: userId, mayGive: mayInvite(role), doneBy });
      await recordAction(tx, doneBy, {
        action: "role-changed",
        subject: `user:${userId}`,
        before: { role: before.role },
        after: { role },
      });
      await notifyAdmins(tx, { change: `role-${role}`, about: before.email, by: doneBy });
      return "changed";
    }),
  );
}
