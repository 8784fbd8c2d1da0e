import type { PasswordProblem } from "#domain/accounts/password.ts";
import { findLink } from "#database/accounts/links.ts";
import { newSince } from "#database/accounts/second-step.ts";
import { lockAccounts, nameActor } from "#database/accounts/role-grants.ts";
import { useUpLink, withdrawLinks } from "#operations/accounts/links.ts";
import type { Reads } from "#database/sql.server.ts";
import { hashPassword } from "./hash.ts";
import { judgePassword, type PasswordJudges } from "./judge.ts";
import { queueEmail } from "#operations/mail/queue.ts";
import { removeSecondStep } from "#operations/accounts/second-step/remove.ts";
import { setPassword } from "./set.ts";
import { withdrawOwnInvitations } from "#operations/accounts/withdraw-own-invitations.ts";
import { recordAction } from "#operations/system/record-action.ts";

export type NewPassword =
  | { kind: "chosen" }
  | { kind: "refused"; problem: PasswordProblem }
  /** The link was used before, has expired, or never existed. */
  | { kind: "no-link" };

type Chosen = {
  key: string;
  password: string;
  /** Removes the second steps that were added lately, so that a stranger who added one does not keep the owner out. */
  removesNew: boolean;
};

/**
 * Ends all sessions, and the open invitations that the person made: a stranger with the lost password can have made them.
 * The opened link also proves the email address.
 */
export async function chooseNewPassword(
  judges: PasswordJudges,
  { key, password, removesNew }: Chosen,
): Promise<NewPassword> {
  const { db } = judges;
  const found = await findLink(db, "password-reset", key);
  const user = found?.userId ? await readUser(db, found.userId) : null;
  if (!user) return { kind: "no-link" };
  const problem = await judgePassword(judges, password, [user.username ?? "", user.email]);
  if (problem) return { kind: "refused", problem };

  const hash = await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    // First, as every change of an account, so that two changes take turns.
    await lockAccounts(tx, user.id);
    const link = await useUpLink(tx, "password-reset", key);
    if (!link) return { kind: "no-link" };
    await setPassword(tx, { userId: user.id, hash });
    await withdrawLinks(tx, user.id, ["password-reset", "email-change"]);
    await nameActor(tx, user.id);
    await withdrawOwnInvitations(tx, { of: user.id, mayGive: [], doneBy: user.id });
    // Anyone can sign up with the address of another person, and add an own way in. An operator or an admin creates
    // accounts of staff, and these keep their second step.
    const isUnproven = user.role === "organizer" && !user.email_verified;
    const removed = isUnproven
      ? await removeSecondStep(tx, user.id)
      : removesNew && (await removeSecondStep(tx, user.id, newSince()));
    if (removed)
      await recordAction(tx, user.id, { action: "second-step-removed", subject: `user:${user.id}` });
    await tx.updateTable("users").set({ email_verified: true }).where("id", "=", user.id).execute();
    await recordAction(tx, user.id, { action: "password-reset", subject: `user:${user.id}` });
    await queueEmail(tx, {
      template: "password-changed",
      recipient: user.email,
      language: link.language,
      address: "/auth/forgot",
    });
    return { kind: "chosen" };
  });
}

function readUser(db: Reads, id: string) {
  return db
    .selectFrom("users")
    .select(["id", "username", "email", "email_verified", "role"])
    .where("id", "=", id)
    .where("banned", "=", false)
    .executeTakeFirst();
}
