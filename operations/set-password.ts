import type { Reads } from "#database/sql.server.ts";

/** With the new password every session ends, but the one in which it was chosen. */
export async function setPassword(
  tx: Reads,
  { userId, hash, exceptSession }: { userId: string; hash: string; exceptSession?: string },
): Promise<void> {
  await tx
    .updateTable("credentials")
    .set({ password: hash, updated_at: new Date() })
    .where("user_id", "=", userId)
    .where("provider_id", "=", "credential")
    .execute();
  await tx
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .$if(exceptSession !== undefined, (sessions) => sessions.where("id", "<>", exceptSession ?? ""))
    .execute();
}
