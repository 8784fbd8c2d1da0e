import type { Language } from "#domain/content/language.ts";
import type { Seal } from "#domain/system/seal.ts";
import { lockAccounts } from "#database/accounts/role-grants.ts";
import { makeLink } from "#operations/accounts/links.ts";
import type { Reads } from "#database/sql.server.ts";
import { queueLink } from "#operations/mail/queue.ts";

/** Sends a link to the owner of the name or address. The answer does not reveal whether an account exists. */
export async function requestPasswordReset(
  db: Reads,
  seal: Seal,
  { name, language }: { name: string; language: Language },
): Promise<void> {
  const written = name.trim().toLowerCase();
  await db.transaction().execute(async (tx) => {
    const named = () =>
      tx
        .selectFrom("users")
        .select(["id", "email"])
        .where((where) => where.or([where("username", "=", written), where("email", "=", written)]))
        .where("banned", "=", false)
        .executeTakeFirst();
    const found = await named();
    if (found) await lockAccounts(tx, found.id);
    // Read again: a change that was under way can have given the account another address.
    const reread = found && (await named());
    const user = reread?.id === found?.id ? reread : undefined;
    const key = await makeLink(tx, { kind: "password-reset", userId: user?.id ?? null, language });
    if (!user) return;
    const address = `/auth/reset?key=${key}`;
    await queueLink(tx, seal, { template: "password-reset", recipient: user.email, language, address, key });
  });
}
