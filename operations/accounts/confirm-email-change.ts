import type { Seal } from "#domain/system/seal.ts";
import { findLink } from "#database/accounts/links.ts";
import { lockAccounts } from "#database/accounts/role-grants.ts";
import { refuseIfTaken, unlessTaken } from "#database/accounts/taken-address.ts";
import { makeLink, useUpLink, withdrawLinks } from "#operations/accounts/links.ts";
import type { Reads } from "#database/sql.server.ts";
import { queueLink } from "#operations/mail/queue.ts";
import { recordAction } from "#operations/system/record-action.ts";
import { lockAddress } from "./lock-address.ts";

/**
 * The old address gets an email with an undo link, in case its owner did not ask for the change. `by` is signed in to the
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
      const { userId, email, language } = link;
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
      const undo = await makeLink(tx, { kind: "email-undo", userId, ...before, language });
      const address = `/auth/email?undo=${undo}`;
      const mail = { template: "email-undo", recipient: before.email, language } as const;
      await queueLink(tx, seal, { ...mail, address, key: undo });
      return "changed";
    }),
  );
}
