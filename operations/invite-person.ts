import type { Role } from "#domain/account.ts";
import type { Language } from "#domain/language.ts";
import { makeLink } from "#database/account-links.ts";
import type { Reads } from "#database/sql.server.ts";
import { queueLetter } from "./queue-letter.ts";

type Invitation = { email: string; role: Role; language: Language };

/** A newer invitation takes an older one's place. Its address is returned for a fund without a mail server. */
export function invitePerson(
  db: Reads,
  invitation: Invitation,
  madeBy: string,
): Promise<{ kind: "invited"; address: string } | { kind: "has-account" }> {
  const { role, language } = invitation;
  const email = invitation.email.toLowerCase();
  return db.transaction().execute(async (tx) => {
    if (await tx.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst())
      return { kind: "has-account" };
    await withdrawInvitations(tx, email);
    const key = await makeLink(tx, { kind: "invitation", userId: null, email, role, madeBy, language });
    const address = `/invitation?key=${key}`;
    await queueLetter(tx, { template: "invitation", recipient: email, language, address });
    await tx
      .insertInto("audit_log")
      .values({
        actor_id: madeBy,
        action: "person-invited",
        subject: `invitation:${email}`,
        after: JSON.stringify({ role }),
      })
      .execute();
    return { kind: "invited", address };
  });
}

export function withdrawInvitation(db: Reads, email: string, doneBy: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    if ((await withdrawInvitations(tx, email.toLowerCase())) === 0n) return;
    await tx
      .insertInto("audit_log")
      .values({
        actor_id: doneBy,
        action: "invitation-withdrawn",
        subject: `invitation:${email.toLowerCase()}`,
      })
      .execute();
  });
}

async function withdrawInvitations(tx: Reads, email: string): Promise<bigint> {
  const { numDeletedRows } = await tx
    .deleteFrom("account_links")
    .where("kind", "=", "invitation")
    .where("email", "=", email)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return numDeletedRows;
}
