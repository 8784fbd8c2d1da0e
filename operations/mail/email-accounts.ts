import { sql } from "kysely";
import type { Message } from "#domain/mail/messages.ts";
import type { Reads } from "#database/sql.server.ts";

const accounts = {
  staff: sql<boolean>`role in ('staff', 'admin') and not banned`,
  admins: sql<boolean>`role = 'admin' and not banned`,
  /** Includes recent admins: removing the others must not silence them. */
  "recent-admins": sql<boolean>`exists (
    select from role_grants g
    where g.user_id = users.id and g.role = 'admin' and (g.ended_at is null or g.ended_at > now() - interval '72 hours')
  )`,
};

/** Queues one email for each of these accounts. */
export async function emailAccounts(
  tx: Reads,
  to: keyof typeof accounts | { id: string },
  { template, details }: { template: Message["kind"]; details: Record<string, string | number | null> },
): Promise<void> {
  const written = JSON.stringify(details);
  await tx
    .insertInto("outbox")
    .columns(["template", "recipient", "language", "details"])
    .expression((is) =>
      is
        .selectFrom("users")
        .select(({ val, cast }) => [
          val(template).as("template"),
          "email",
          val("en" as const).as("language"),
          cast<Record<string, unknown>>(val(written), "jsonb").as("details"),
        ])
        .where(typeof to === "string" ? accounts[to] : sql<boolean>`id = ${to.id} and not banned`),
    )
    .execute();
}
