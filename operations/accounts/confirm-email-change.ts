import type { Seal } from "#domain/system/seal.ts";
import { findLink } from "#database/accounts/links.ts";
import { makeLink, useUpLink, withdrawLinks } from "#operations/accounts/links.ts";
import type { Reads } from "#database/sql.server.ts";
import { queueLink } from "#operations/mail/queue.ts";
import { recordAction } from "#operations/system/record-action.ts";

/**
 * The old address gets an email with an undo link, in case its owner did not ask for the change. `by` is signed in to the
 * account: anyone can name the address of another person, who must not confirm it by opening the email.
 */
export async function confirmEmailChange(
  db: Reads,
  seal: Seal,
  { key, by }: { key: string; by: string | null },
): Promise<"changed" | "no-link" | "taken" | "not-signed-in"> {
  return db.transaction().execute(async (tx) => {
    const found = await findLink(tx, "email-change", key);
    if (found && found.userId !== by) return "not-signed-in";
    const link = await useUpLink(tx, "email-change", key);
    if (!link?.userId || !link.email) return "no-link";
    const { userId, email, language } = link;
    if (await tx.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst())
      return "taken";
    const before = await tx
      .selectFrom("users")
      .select("email")
      .where("id", "=", userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
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
    const undo = await makeLink(tx, { kind: "email-undo", userId, email: before.email, language });
    const address = `/auth/email?undo=${undo}`;
    await queueLink(tx, seal, {
      template: "email-undo",
      recipient: before.email,
      language,
      address,
      key: undo,
    });
    return "changed";
  });
}
