import type { Reads } from "#database/sql.server.ts";
import type { AccessChange } from "#domain/mail/messages.ts";
import { emailAccounts } from "./email-accounts.ts";

type Notice = {
  change: AccessChange;
  /** The account or email address concerned; null if it is a rule for all. */
  about: string | null;
  by: string | null;
};

/** Emails every admin that access to the staff area changed, so that one admin cannot change it unnoticed. */
export async function notifyAdmins(tx: Reads, { change, about, by }: Notice): Promise<void> {
  const doer = by === null ? null : await nameOf(tx, by);
  await emailAccounts(tx, "recent-admins", {
    template: "access-changed",
    details: { change, about, by: doer },
  });
}

async function nameOf(tx: Reads, id: string): Promise<string | null> {
  const person = await tx.selectFrom("users").select("name").where("id", "=", id).executeTakeFirst();
  return person?.name ?? null;
}
