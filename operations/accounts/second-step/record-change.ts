import type { Language } from "#domain/content/language.ts";
import type { Reads } from "#database/sql.server.ts";
import { queueEmail } from "#operations/mail/queue.ts";
import { recordAction } from "#operations/system/record-action.ts";

export type Changer = {
  person: { id: string; email: string };
  /** The session that made the change, or the new one that the library has put in its place. */
  sessionId: string;
  language: Language;
};
type Change = "second-step-added" | "second-step-removed" | "passkey-added" | "passkey-removed";

/**
 * Two-step sign-in was turned on or off, or a passkey was added or removed. As after a new password, only the current
 * session stays, and a sign-in that is under way is refused.
 */
export async function recordSecondStepChange(
  tx: Reads,
  { person, sessionId, language }: Changer,
  change: Change,
): Promise<void> {
  await tx
    .updateTable("users")
    .set((user) => ({ sign_in_version: user("sign_in_version", "+", 1) }))
    .where("id", "=", person.id)
    .execute();
  await tx.deleteFrom("sessions").where("user_id", "=", person.id).where("id", "<>", sessionId).execute();
  await recordAction(tx, person.id, { action: change, subject: `user:${person.id}` });
  await queueEmail(tx, { template: change, recipient: person.email, language, address: "/auth/forgot" });
}
