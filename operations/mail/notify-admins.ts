import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";
import type { AccessChange } from "#domain/mail/messages.ts";

type Notice = {
  change: AccessChange;
  /** The account or email address concerned; null if it is a rule for all. */
  about: string | null;
  by: string | null;
};

/** Emails every admin that access to the staff area changed, so that one admin cannot change it unnoticed. */
export async function notifyAdmins(tx: Reads, { change, about, by }: Notice): Promise<void> {
  const doer = by === null ? null : await nameOf(tx, by);
  const details = JSON.stringify({ change, about, by: doer });
  await tx
    .insertInto("outbox")
    .columns(["template", "recipient", "language", "details"])
    .expression((is) =>
      is
        .selectFrom("users")
        .select(({ val, cast }) => [
          val("access-changed").as("template"),
          "email",
          val("en" as const).as("language"),
          cast<Record<string, unknown>>(val(details), "jsonb").as("details"),
        ])
        // Includes recent admins: removing the others must not silence them.
        .where(
          sql<boolean>`exists (
            select from role_grants g
            where g.user_id = users.id and g.role = 'admin' and (g.ended_at is null or g.ended_at > now() - interval '72 hours')
          )`,
        ),
    )
    .execute();
}

async function nameOf(tx: Reads, id: string): Promise<string | null> {
  const person = await tx.selectFrom("users").select("name").where("id", "=", id).executeTakeFirst();
  return person?.name ?? null;
}
