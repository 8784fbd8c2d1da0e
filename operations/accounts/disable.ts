import { unlessLastAdmin } from "#database/accounts/last-admin.ts";
import type { Reads } from "#database/sql.server.ts";
import { tellAdmins } from "#operations/mail/notify-admins.ts";
import { recordAction } from "#operations/system/record-action.ts";

/** Somebody may no longer sign in, and is signed out everywhere at once. What they did stays. */
export function disableAccount(
  db: Reads,
  userId: string,
  doneBy: string | null,
): Promise<"disabled" | "unknown" | "last-admin"> {
  return unlessLastAdmin(() =>
    db.transaction().execute(async (tx) => {
      const user = await tx
        .updateTable("users")
        .set({ banned: true, updated_at: new Date() })
        .where("id", "=", userId)
        .where("banned", "=", false)
        .returning(["id", "email", "role"])
        .executeTakeFirst();
      if (!user) return "unknown";
      await tx.deleteFrom("sessions").where("user_id", "=", user.id).execute();
      await recordAction(tx, doneBy, { action: "account-disabled", subject: `user:${user.id}` });
      if (user.role !== "organizer")
        await tellAdmins(tx, { change: "disabled", about: user.email, by: doneBy });
      return "disabled";
    }),
  );
}
