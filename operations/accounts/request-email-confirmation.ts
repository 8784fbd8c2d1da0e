import type { Language } from "#domain/content/language.ts";
import type { Seal } from "#domain/system/seal.ts";
import { makeLink } from "#operations/accounts/links.ts";
import type { Reads } from "#database/sql.server.ts";
import { lockOwnSession, type OwnSession } from "#operations/accounts/lock-own-session.ts";
import { queueLink } from "#operations/mail/queue.ts";

/** For unconfirmed email addresses, such as those of accounts that the operator creates. */
export async function requestEmailConfirmation(
  db: Reads,
  seal: Seal,
  { userId, sessionId, language }: OwnSession & { language: Language },
): Promise<"asked" | "confirmed-before" | "signed-out"> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockOwnSession(tx, { userId, sessionId }))) return "signed-out";
    const { email, email_verified } = await tx
      .selectFrom("users")
      .select(["email", "email_verified"])
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    if (email_verified) return "confirmed-before";
    const key = await makeLink(tx, { kind: "email-confirm", userId, email, language });
    const address = `/auth/email?confirm=${key}`;
    await queueLink(tx, seal, { template: "email-confirm", recipient: email, language, address, key });
    return "asked";
  });
}
