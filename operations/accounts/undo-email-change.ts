import { randomBytes } from "node:crypto";
import type { Seal } from "#domain/system/seal.ts";
import { findLink, whenChangeWasAsked } from "#database/accounts/links.ts";
import { lockAccounts, nameActor } from "#database/accounts/role-grants.ts";
import { isOfAnother, unlessTaken } from "#database/accounts/taken-address.ts";
import { makeLink, useUpLink, withdrawLinks } from "#operations/accounts/links.ts";
import type { Reads } from "#database/sql.server.ts";
import { queueLink } from "#operations/mail/queue.ts";
import { recordAction } from "#operations/system/record-action.ts";
import { hashPassword } from "./password/hash.ts";
import { setPassword } from "./password/set.ts";
import { removeSecondStep } from "./second-step/remove.ts";
import { withdrawOwnInvitations } from "./withdraw-own-invitations.ts";

/**
 * For an address that another person changed. The account is as before the change: its address, whether that was
 * confirmed, and no second step added since it was asked for. All sessions end, and so do the password, which the other
 * person knows, and the open invitations.
 */
export async function undoEmailChange(
  db: Reads,
  seal: Seal,
  key: string,
): Promise<"undone" | "undone-disabled" | "no-link" | "taken"> {
  const found = await findLink(db, "email-undo", key);
  const userId = found?.userId;
  if (!found?.email || !userId) return "no-link";
  const { email } = found;
  const unknownPassword = await hashPassword(randomBytes(32).toString("base64url"));
  return unlessTaken(() =>
    db.transaction().execute(async (tx) => {
      // First, as every change of an account, so that two changes take turns.
      await lockAccounts(tx, userId);
      if (!(await findLink(tx, "email-undo", key))) return "no-link";
      await setPassword(tx, { userId, hash: unknownPassword });
      await withdrawLinks(tx, userId, ["password-reset", "email-change", "email-confirm"]);
      await nameActor(tx, userId);
      await withdrawOwnInvitations(tx, { of: userId, mayGive: [], doneBy: userId });
      // The link stays. The other person is out in the meantime.
      if (await isOfAnother(tx, email, userId)) {
        await recordAction(tx, userId, { action: "password-reset", subject: `user:${userId}` });
        return "taken";
      }
      const link = await useUpLink(tx, "email-undo", key);
      if (!link) return "no-link";
      const { createdAt, language, wasConfirmed } = link;
      const isDisabled = await restoreAddress(tx, { userId, email, isConfirmed: wasConfirmed === true });
      await removeSecondStep(tx, userId, (await whenChangeWasAsked(tx, key)) ?? createdAt);
      // Those of earlier changes stay, because their addresses can be the owner's.
      await withdrawLinks(tx, userId, ["email-undo"], createdAt);
      if (isDisabled) return "undone-disabled";
      const reset = await makeLink(tx, { kind: "password-reset", userId, language });
      const address = `/auth/reset?key=${reset}`;
      const mail = { template: "email-undone", recipient: email, language } as const;
      await queueLink(tx, seal, { ...mail, address, key: reset });
      return "undone";
    }),
  );
}

type Restored = { userId: string; email: string; isConfirmed: boolean };

/** True if the account is disabled. */
async function restoreAddress(tx: Reads, { userId, email, isConfirmed }: Restored): Promise<boolean> {
  const before = await tx
    .selectFrom("users")
    .select(["email", "banned"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("users")
    .set({ email, email_verified: isConfirmed, updated_at: new Date() })
    .where("id", "=", userId)
    .execute();
  await recordAction(tx, userId, {
    action: "email-change-undone",
    subject: `user:${userId}`,
    before: { email: before.email },
    after: { email },
  });
  return before.banned;
}
