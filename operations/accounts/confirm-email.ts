import { findLink } from "#database/accounts/links.ts";
import { lockAccounts } from "#database/accounts/role-grants.ts";
import { useUpLink } from "#operations/accounts/links.ts";
import type { Reads } from "#database/sql.server.ts";
import { recordAction } from "#operations/system/record-action.ts";

/**
 * The delivered email proves the address, if the account still has it. `by` is signed in to that account: anyone can sign
 * up with the address of another person, who must not confirm it by opening the email.
 */
export async function confirmEmail(
  db: Reads,
  key: string,
  by: string | null,
): Promise<"confirmed" | "no-link" | "not-signed-in"> {
  return db.transaction().execute(async (tx) => {
    const found = await findLink(tx, "email-confirm", key);
    if (found && found.userId !== by) return "not-signed-in";
    // First, as every change of an account, so that two changes take turns.
    if (found?.userId) await lockAccounts(tx, found.userId);
    const link = await useUpLink(tx, "email-confirm", key);
    if (!link?.userId || !link.email) return "no-link";
    const { numUpdatedRows } = await tx
      .updateTable("users")
      .set({ email_verified: true, updated_at: new Date() })
      .where("id", "=", link.userId)
      .where("email", "=", link.email)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return "no-link";
    await recordAction(tx, link.userId, { action: "email-confirmed", subject: `user:${link.userId}` });
    return "confirmed";
  });
}
