import type { Reads } from "#database/sql.server.ts";
import { hashPassword } from "./hash-password.ts";

/** Gives somebody a new password, lets them in again if they were disabled, and ends their sessions. */
export async function resetAccount(
  db: Reads,
  { username, password }: { username: string; password: string },
  doneBy: string | null,
): Promise<"reset" | "unknown"> {
  const hash = await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    const user = await tx
      .updateTable("users")
      .set({ banned: false, ban_reason: null, ban_expires: null, updated_at: new Date() })
      .where("username", "=", username)
      .returning("id")
      .executeTakeFirst();
    if (!user) return "unknown";
    await tx
      .updateTable("credentials")
      .set({ password: hash, updated_at: new Date() })
      .where("user_id", "=", user.id)
      .where("provider_id", "=", "credential")
      .execute();
    await tx.deleteFrom("sessions").where("user_id", "=", user.id).execute();
    await tx
      .insertInto("audit_log")
      .values({ actor_id: doneBy, action: "account-reset", subject: `user:${user.id}` })
      .execute();
    return "reset";
  });
}
