import { randomBytes } from "node:crypto";
import type { AccessHindrance } from "#domain/cases/proposal.ts";
import type { Role } from "#domain/accounts/roles.ts";
import type { Seal } from "#domain/system/seal.ts";
import { findPressedUndo } from "#database/accounts/links.ts";
import { lockAccounts, nameActor, readAccessHindrance } from "#database/accounts/role-grants.ts";
import type { Reads } from "#database/sql.server.ts";
import { notifyAdmins } from "#operations/mail/notify-admins.ts";
import { queueLink } from "#operations/mail/queue.ts";
import { recordAction } from "#operations/system/record-action.ts";
import { makeLink, withdrawLinks } from "./links.ts";
import { hashPassword } from "./password/hash.ts";
import { setPassword } from "./password/set.ts";
import { removeSecondStep } from "./second-step/remove.ts";
import { withdrawOwnInvitations } from "./withdraw-own-invitations.ts";

type Reset = {
  userId: string;
  doneBy: string;
  /** Without a mail server, the admin passes on the link. */
  byHand: boolean;
};

/**
 * For a person who lost the phone or the password. Both end, with all sessions. Returns the link for a new password. An
 * admin who sees it could act as the other person, so it then counts as access that this admin gave.
 */
export async function resetSignIn(
  db: Reads,
  seal: Seal,
  { userId, doneBy, byHand }: Reset,
): Promise<AccessHindrance | { kind: "reset"; email: string; address: string } | "unknown"> {
  const unknownPassword = await hashPassword(randomBytes(32).toString("base64url"));
  return db.transaction().execute(async (tx) => {
    await lockAccounts(tx, userId, doneBy);
    const user = await tx
      .selectFrom("users")
      .select(["id", "email", "role"])
      .where("id", "=", userId)
      .where("banned", "=", false)
      .executeTakeFirst();
    if (!user) return "unknown";
    const hindrance = await readAccessHindrance(tx, doneBy);
    if (hindrance !== null) return hindrance;
    await setPassword(tx, { userId, hash: unknownPassword });
    await removeSecondStep(tx, userId);
    await withdrawLinks(tx, userId, ["password-reset", "email-change"]);
    // A stranger with the lost sign-in can have invited people.
    await nameActor(tx, doneBy);
    await withdrawOwnInvitations(tx, { of: userId, mayGive: [], doneBy });
    if (byHand && user.role !== "organizer") await giveAccessAgain(tx, user, doneBy);
    const key = await makeLink(tx, { kind: "password-reset", userId, language: "en" });
    const address = `/auth/reset?key=${key}`;
    const recipient = (await findPressedUndo(tx, userId)) ?? user.email;
    // Without a mail server, the email would wait until its link has expired.
    if (!byHand) {
      const mail = { template: "sign-in-reset", recipient, language: "en" } as const;
      await queueLink(tx, seal, { ...mail, address, key });
    }
    await recordAction(tx, doneBy, {
      action: "sign-in-reset",
      subject: `user:${userId}`,
      after: { link: byHand ? "shown to the admin" : "sent by email" },
    });
    await notifyAdmins(tx, { change: "reset", about: user.email, by: doneBy });
    return { kind: "reset", email: recipient, address };
  });
}

/** The database then asks for a second admin’s confirmation, and lets neither of the two approve for the other. */
async function giveAccessAgain(
  tx: Reads,
  { id, role }: { id: string; role: Role },
  doneBy: string,
): Promise<void> {
  await nameActor(tx, doneBy);
  for (const next of ["organizer", role] as const)
    await tx.updateTable("users").set({ role: next, updated_at: new Date() }).where("id", "=", id).execute();
}
