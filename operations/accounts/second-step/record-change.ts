import type { Language } from "#domain/content/language.ts";
import type { Reads } from "#database/sql.server.ts";
import { queueEmail } from "#operations/mail/queue.ts";
import { recordAction } from "#operations/system/record-action.ts";

type Changed = {
  person: { id: string; email: string };
  /** The session that the library has just created. */
  sessionId: string;
  change: "second-step-added" | "second-step-removed";
  language: Language;
};

/** Two-step sign-in was turned on or off. As after a new password, only the current session stays. */
export async function recordSecondStepChange(
  db: Reads,
  { person, sessionId, change, language }: Changed,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable("users")
      .set((user) => ({ sign_in_version: user("sign_in_version", "+", 1) }))
      .where("id", "=", person.id)
      .execute();
    await tx.deleteFrom("sessions").where("user_id", "=", person.id).where("id", "<>", sessionId).execute();
    await recordAction(tx, person.id, { action: change, subject: `user:${person.id}` });
    await queueEmail(tx, { template: change, recipient: person.email, language, address: "/auth/forgot" });
  });
}
