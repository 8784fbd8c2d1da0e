import type { Language } from "#domain/content/language.ts";
import { withdrawLinks } from "#operations/accounts/links.ts";
import type { Reads } from "#database/sql.server.ts";
import { lockOwnSession } from "#operations/accounts/lock-own-session.ts";
import { hashPassword } from "./hash.ts";
import { queueEmail } from "#operations/mail/queue.ts";
import { setPassword } from "./set.ts";
import { recordAction } from "#operations/system/record-action.ts";

type Change = { userId: string; sessionId: string; chosen: string; language: Language };

/**
 * Call this only after checking the current password and judging the chosen one. Ends all sessions except the current
 * one.
 */
export async function changePassword(db: Reads, change: Change): Promise<"changed" | "signed-out"> {
  const user = await db
    .selectFrom("users")
    .select("email")
    .where("id", "=", change.userId)
    .executeTakeFirstOrThrow();
  const hash = await hashPassword(change.chosen);
  return db.transaction().execute(async (tx) => {
    if (!(await lockOwnSession(tx, change))) return "signed-out";
    await setPassword(tx, { userId: change.userId, hash, exceptSession: change.sessionId });
    await withdrawLinks(tx, change.userId, ["password-reset", "email-change"]);
    await recordAction(tx, change.userId, { action: "password-changed", subject: `user:${change.userId}` });
    await queueEmail(tx, {
      template: "password-changed",
      recipient: user.email,
      language: change.language,
      address: "/auth/forgot",
    });
    return "changed";
  });
}
