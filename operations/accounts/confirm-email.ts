import { useUpLink } from "#operations/accounts/links.ts";
import type { Reads } from "#database/sql.server.ts";
import { recordAction } from "#operations/system/record-action.ts";

/** The delivered email proves the address, if the account still has it. */
export async function confirmEmail(db: Reads, key: string): Promise<"confirmed" | "no-link"> {
  return db.transaction().execute(async (tx) => {
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
