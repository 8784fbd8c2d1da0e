import type { Message } from "#domain/mail/messages.ts";
import type { Reads } from "#database/sql.server.ts";

/** Queues one email for each member of staff who can sign in. */
export async function emailStaff(
  tx: Reads,
  template: Message["kind"],
  details: Record<string, string | number>,
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
        .where("role", "in", ["staff", "admin"])
        .where("banned", "=", false),
    )
    .execute();
}
