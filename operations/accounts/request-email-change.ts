import type { Language } from "#domain/content/language.ts";
import type { Seal } from "#domain/system/seal.ts";
import { makeLink } from "#operations/accounts/links.ts";
import type { Reads } from "#database/sql.server.ts";
import { lockOwnSession, type OwnSession } from "#operations/accounts/lock-own-session.ts";
import { queueLink } from "#operations/mail/queue.ts";

type Change = OwnSession & { email: string; language: Language };

/**
 * Call this only after checking the password. Nothing changes until the new address is confirmed. The answer does not
 * reveal whether another account has the address.
 */
export async function requestEmailChange(
  db: Reads,
  seal: Seal,
  change: Change,
): Promise<"asked" | "the-same" | "signed-out"> {
  const email = change.email.toLowerCase();
  return db.transaction().execute(async (tx) => {
    if (!(await lockOwnSession(tx, change))) return "signed-out";
    const users = await tx.selectFrom("users").select(["id"]).where("email", "=", email).execute();
    if (users.some(({ id }) => id === change.userId)) return "the-same";
    const { userId, language } = change;
    const key = await makeLink(tx, { kind: "email-change", userId, email, language });
    if (users.length === 0)
      await queueLink(tx, seal, {
        template: "email-change",
        recipient: email,
        language,
        address: `/auth/email?key=${key}`,
        key,
      });
    return "asked";
  });
}
