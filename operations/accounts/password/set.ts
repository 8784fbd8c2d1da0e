import type { Reads } from "#database/sql.server.ts";

type NewHash = { userId: string; hash: string; exceptSession?: string; isInvented?: boolean };

/** Ends every session except the one given. A generated password has to be changed at the next sign-in. */
export async function setPassword(
  tx: Reads,
  { userId, hash, exceptSession, isInvented = false }: NewHash,
): Promise<void> {
  // First, as every change of an account, so that two changes take turns.
  await tx.updateTable("users").set({ must_change_password: isInvented }).where("id", "=", userId).execute();
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
