import { useUpLink, withdrawLinks } from "#operations/accounts/links.ts";
import type { Reads } from "#database/sql.server.ts";
import { recordAction } from "#operations/system/record-action.ts";

/** For an address that another person changed. All sessions end. */
export async function undoEmailChange(db: Reads, key: string): Promise<"undone" | "no-link" | "taken"> {
  return db.transaction().execute(async (tx) => {
    const link = await useUpLink(tx, "email-undo", key);
    if (!link?.userId || !link.email) return "no-link";
    const { userId, email } = link;
    const owner = await tx.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
    if (owner && owner.id !== userId) return "taken";
    const before = await tx
      .selectFrom("users")
      .select("email")
      .where("id", "=", userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await tx.updateTable("users").set({ email, updated_at: new Date() }).where("id", "=", userId).execute();
    // Later changes sent their undo links to addresses that are not the owner's.
    await withdrawLinks(tx, userId, ["password-reset", "email-change", "email-undo"]);
    await tx.deleteFrom("sessions").where("user_id", "=", userId).execute();
    await recordAction(tx, userId, {
      action: "email-change-undone",
      subject: `user:${userId}`,
      before: { email: before.email },
      after: { email },
    });
    return "undone";
  });
}
