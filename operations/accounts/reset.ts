import { nameActor } from "#database/accounts/role-grants.ts";
import type { Reads } from "#database/sql.server.ts";
import { hashPassword } from "./password/hash.ts";
import { removeSecondStep } from "./second-step/remove.ts";
import { setPassword } from "./password/set.ts";
import { withdrawOwnInvitations } from "./withdraw-own-invitations.ts";
import { recordAction } from "#operations/system/record-action.ts";

/**
 * Sets a new password, enables the account and ends its sessions. Removes two-step sign-in, because the phone may be
 * lost, and the invitations, because a stranger with the lost sign-in can have made them.
 */
export async function resetAccount(
  db: Reads,
  { username, password }: { username: string; password: string },
  doneBy: string | null,
): Promise<"reset" | "unknown"> {
  const hash = await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    const user = await tx
      .updateTable("users")
      .set({ banned: false, ban_reason: null, ban_expires: null, updated_at: new Date() })
      .where("username", "=", username)
      .returning("id")
      .executeTakeFirst();
    if (!user) return "unknown";
    await setPassword(tx, { userId: user.id, hash, isInvented: true });
    await removeSecondStep(tx, user.id);
    await nameActor(tx, doneBy);
    await withdrawOwnInvitations(tx, { of: user.id, mayGive: [], doneBy });
    await recordAction(tx, doneBy, { action: "account-reset", subject: `user:${user.id}` });
    return "reset";
  });
}
