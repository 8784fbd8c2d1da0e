import { nameActor } from "#database/accounts/role-grants.ts";
import type { Reads } from "#database/sql.server.ts";
import { refuseIfTaken, unlessTaken } from "#database/accounts/taken-address.ts";
import { withdrawLinks } from "./links.ts";
import { lockAddress } from "./lock-address.ts";
import { hashPassword } from "./password/hash.ts";
import { removeSecondStep } from "./second-step/remove.ts";
import { setPassword } from "./password/set.ts";
import { withdrawOwnInvitations } from "./withdraw-own-invitations.ts";
import { recordAction } from "#operations/system/record-action.ts";

type Lost = {
  /** Username or email address. */
  name: string;
  password: string;
  /** For an account whose address another person changed. */
  email: string | null;
};

/**
 * Sets a new password, enables the account and ends its sessions and links. Removes two-step sign-in, because the phone
 * may be lost, and the invitations, because a stranger with the lost sign-in can have made them.
 */
export async function resetAccount(
  db: Reads,
  { name, password, email }: Lost,
  doneBy: string | null,
): Promise<"reset" | "unknown" | "taken"> {
  const hash = await hashPassword(password);
  return unlessTaken(() =>
    db.transaction().execute(async (tx) => {
      const user = await tx
        .updateTable("users")
        .set({ banned: false, ban_reason: null, ban_expires: null, updated_at: new Date() })
        .where((is) => is.or([is("username", "=", name), is("email", "=", name.toLowerCase())]))
        .returning(["id", "email"])
        .executeTakeFirst();
      if (!user) return "unknown";
      await setPassword(tx, { userId: user.id, hash, isInvented: true });
      await removeSecondStep(tx, user.id);
      await withdrawLinks(tx, user.id, ["password-reset", "email-change", "email-confirm"]);
      await nameActor(tx, doneBy);
      await withdrawOwnInvitations(tx, { of: user.id, mayGive: [], doneBy });
      if (email !== null) await setAddress(tx, { userId: user.id, email, before: user.email }, doneBy);
      await recordAction(tx, doneBy, { action: "account-reset", subject: `user:${user.id}` });
      return "reset";
    }),
  );
}

type Given = { userId: string; email: string; before: string };

/** Also ends the undo links, because one of them can be in the mailbox of the other person. */
async function setAddress(tx: Reads, { userId, email, before }: Given, doneBy: string | null): Promise<void> {
  await withdrawLinks(tx, userId, ["email-undo"]);
  await lockAddress(tx, email);
  await refuseIfTaken(tx, email, userId);
  await tx.updateTable("users").set({ email, email_verified: false }).where("id", "=", userId).execute();
  await recordAction(tx, doneBy, {
    action: "email-changed",
    subject: `user:${userId}`,
    before: { email: before },
    after: { email },
  });
}
