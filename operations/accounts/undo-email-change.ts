import { findLink } from "#database/accounts/links.ts";
import { lockAccounts } from "#database/accounts/role-grants.ts";
import { refuseIfTaken, unlessTaken } from "#database/accounts/taken-address.ts";
import { useUpLink, withdrawLinks } from "#operations/accounts/links.ts";
import type { Reads } from "#database/sql.server.ts";
import { recordAction } from "#operations/system/record-action.ts";
import { removeSecondStep } from "./second-step/remove.ts";

/**
 * For an address that another person changed. The account is as before the change: its address, whether that was
 * confirmed, and no second step added since. All sessions end.
 */
export function undoEmailChange(db: Reads, key: string): Promise<"undone" | "no-link" | "taken"> {
  return unlessTaken(() =>
    db.transaction().execute(async (tx) => {
      const found = await findLink(tx, "email-undo", key);
      if (!found?.userId) return "no-link";
      // First, as every change of an account, so that two changes take turns.
      await lockAccounts(tx, found.userId);
      const link = await useUpLink(tx, "email-undo", key);
      if (!link?.userId || !link.email) return "no-link";
      const { userId, email, createdAt, wasConfirmed } = link;
      await refuseIfTaken(tx, email, userId);
      const before = await tx
        .selectFrom("users")
        .select("email")
        .where("id", "=", userId)
        .executeTakeFirstOrThrow();
      await tx
        .updateTable("users")
        .set({ email, email_verified: wasConfirmed === true, updated_at: new Date() })
        .where("id", "=", userId)
        .execute();
      await removeSecondStep(tx, userId, createdAt);
      await withdrawLinks(tx, userId, ["password-reset", "email-change", "email-confirm"]);
      // Those of earlier changes stay, because their addresses can be the owner's.
      await withdrawLinks(tx, userId, ["email-undo"], createdAt);
      await tx.deleteFrom("sessions").where("user_id", "=", userId).execute();
      await recordAction(tx, userId, {
        action: "email-change-undone",
        subject: `user:${userId}`,
        before: { email: before.email },
        after: { email },
      });
      return "undone";
    }),
  );
}
