import { randomBytes } from "node:crypto";
import type { AccessHindrance } from "#domain/cases/proposal.ts";
import type { Seal } from "#domain/system/seal.ts";
import { lockAccounts, readAccessHindrance } from "#database/accounts/role-grants.ts";
import type { Reads } from "#database/sql.server.ts";
import { notifyAdmins } from "#operations/mail/notify-admins.ts";
import { queueLink } from "#operations/mail/queue.ts";
import { recordAction } from "#operations/system/record-action.ts";
import { makeLink, withdrawLinks } from "./links.ts";
import { hashPassword } from "./password/hash.ts";
import { setPassword } from "./password/set.ts";
import { removeSecondStep } from "./second-step/remove.ts";

/**
 * For a person who lost the phone or the password. Both end, with all sessions. The link for a new password goes to the
 * person's email only: an admin who saw it could act as the other person.
 */
export async function resetSignIn(
  db: Reads,
  seal: Seal,
  userId: string,
  doneBy: string,
): Promise<AccessHindrance | "reset" | "unknown"> {
  const unknownPassword = await hashPassword(randomBytes(32).toString("base64url"));
  return db.transaction().execute(async (tx) => {
    await lockAccounts(tx, userId, doneBy);
    const user = await tx
      .selectFrom("users")
      .select(["id", "email"])
      .where("id", "=", userId)
      .where("banned", "=", false)
      .executeTakeFirst();
    if (!user) return "unknown";
    const hindrance = await readAccessHindrance(tx, doneBy);
    if (hindrance !== null) return hindrance;
    await setPassword(tx, { userId, hash: unknownPassword });
    await removeSecondStep(tx, userId);
    await withdrawLinks(tx, userId, ["email-change"]);
    const key = await makeLink(tx, { kind: "password-reset", userId, language: "en" });
    await queueLink(tx, seal, {
      template: "password-reset",
      recipient: user.email,
      language: "en",
      address: `/auth/reset?key=${key}`,
      key,
    });
    await recordAction(tx, doneBy, { action: "sign-in-reset", subject: `user:${userId}` });
    await notifyAdmins(tx, { change: "reset", about: user.email, by: doneBy });
    return "reset";
  });
}
