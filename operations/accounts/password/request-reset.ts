import type { Language } from "#domain/content/language.ts";
import type { Seal } from "#domain/system/seal.ts";
import { findPressedUndo } from "#database/accounts/links.ts";
import { lockAccounts } from "#database/accounts/role-grants.ts";
import { countOpenLinks, makeLink } from "#operations/accounts/links.ts";
import type { Reads } from "#database/sql.server.ts";
import { mostEmailsAnHour } from "#domain/mail/messages.ts";
import { queueLink } from "#operations/mail/queue.ts";

/**
 * Sends a link to the owner of the name or address. The answer does not reveal whether an account exists. Earlier links
 * still work, because anyone can ask for another one.
 */
export async function requestPasswordReset(
  db: Reads,
  seal: Seal,
  { name, language }: { name: string; language: Language },
): Promise<void> {
  const written = name.trim().toLowerCase();
  await db.transaction().execute(async (tx) => {
    const read = () =>
      tx
        .selectFrom("users")
        .select(["id", "email"])
        .where((where) => where.or([where("username", "=", written), where("email", "=", written)]))
        .where("banned", "=", false)
        .executeTakeFirst();
    const found = await read();
    if (found) await lockAccounts(tx, found.id);
    // Read again: a change that was under way can have given the account another address.
    const reread = found && (await read());
    const named = reread?.id === found?.id ? reread : undefined;
    // More would wait for the hourly limit, and delay the emails after them.
    const hasEnough = named && (await countOpenLinks(tx, "password-reset", named.id)) >= mostEmailsAnHour;
    const user = hasEnough ? undefined : named;
    const key = await makeLink(tx, { kind: "password-reset", userId: user?.id ?? null, language });
    if (!user) return;
    const address = `/auth/reset?key=${key}`;
    // The owner of the earlier address has ended the access of a person who changed it.
    const recipient = (await findPressedUndo(tx, user.id)) ?? user.email;
    await queueLink(tx, seal, { template: "password-reset", recipient, language, address, key });
  });
}
