import type { Language } from "#domain/content/language.ts";
import type { Seal } from "#domain/system/seal.ts";
import { findLink, findOpenUndo, findPressedUndo } from "#database/accounts/links.ts";
import { lockAccounts } from "#database/accounts/role-grants.ts";
import { refuseIfTaken, unlessTaken } from "#database/accounts/taken-address.ts";
import { makeLink, useUpLink, withdrawLinks } from "#operations/accounts/links.ts";
import type { Reads } from "#database/sql.server.ts";
import { queueEmail, queueLink } from "#operations/mail/queue.ts";
import { recordAction } from "#operations/system/record-action.ts";
import { lockAddress } from "./lock-address.ts";

/**
 * The old address gets an email, in case its owner did not ask for the change. `by` is signed in to the
 * account: anyone can name the address of another person, who must not confirm it by opening the email.
 */
export function confirmEmailChange(
  db: Reads,
  seal: Seal,
  { key, by }: { key: string; by: string | null },
): Promise<"changed" | "no-link" | "taken" | "not-signed-in"> {
  return unlessTaken(() =>
    db.transaction().execute(async (tx) => {
      const found = await findLink(tx, "email-change", key);
      if (!found?.userId) return "no-link";
      if (found.userId !== by) return "not-signed-in";
      // First, as every change of an account, so that two changes take turns.
      await lockAccounts(tx, found.userId);
      const link = await useUpLink(tx, "email-change", key);
      if (!link?.userId || !link.email) return "no-link";
      const { userId, email } = link;
      await refuseIfTaken(tx, email, userId);
      const before = await tx
        .selectFrom("users")
        .select(["email", "email_verified as wasConfirmed"])
        .where("id", "=", userId)
        .executeTakeFirstOrThrow();
      // A sign-up with the old address sees the undo link.
      await lockAddress(tx, before.email);
      await tx
        .updateTable("users")
        .set({ email, email_verified: true, updated_at: new Date() })
        .where("id", "=", userId)
        .execute();
      await withdrawLinks(tx, userId, ["password-reset"]);
      await recordAction(tx, userId, {
        action: "email-changed",
        subject: `user:${userId}`,
        before: { email: before.email },
        after: { email },
      });
      await notifyLeftAddress(tx, seal, { ...link, userId, email, before });
      return "changed";
    }),
  );
}

type Left = {
  userId: string;
  email: string;
  language: Language;
  before: { email: string; wasConfirmed: boolean };
};

/** A link that undoes the change, or only a notice for an address that must get no power over the account. */
async function notifyLeftAddress(tx: Reads, seal: Seal, left: Left): Promise<void> {
  const { userId, language, before } = left;
  const mail = { recipient: before.email, language } as const;
  const earlier = await findOpenUndo(tx, left);
  const isUndone = earlier !== undefined || (await findPressedUndo(tx, userId)) !== null;
  // An address that was mistyped belongs to a stranger. A change back to an earlier address is itself an undo, and after
  // the press on another undo the owner leaves the address of the other person.
  if (!before.wasConfirmed || isUndone) {
    if (earlier) await withdrawLinks(tx, userId, ["email-undo"], earlier.createdAt);
    return queueEmail(tx, { template: "email-changed", ...mail, address: "/auth" });
  }
  const undo = await makeLink(tx, { kind: "email-undo", userId, ...before, language });
  const address = `/auth/email?undo=${undo}`;
  await queueLink(tx, seal, { template: "email-undo", ...mail, address, key: undo });
}
