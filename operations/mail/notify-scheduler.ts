import type { Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";

type Unpublished = { subject: string; at: Date; by: string };

/** Emails the person whose scheduled change was not published. A disabled account gets no email. */
export async function notifyScheduler(
  tx: Transaction<Tables>,
  { subject, at, by }: Unpublished,
): Promise<void> {
  const details = JSON.stringify({ subject, at: at.toISOString() });
  await tx
    .insertInto("outbox")
    .columns(["template", "recipient", "language", "details"])
    .expression((is) =>
      is
        .selectFrom("users")
        .select(({ val, cast }) => [
          val("draft-not-published").as("template"),
          "email",
          val("en" as const).as("language"),
          cast<Record<string, unknown>>(val(details), "jsonb").as("details"),
        ])
        .where("id", "=", by)
        .where("banned", "=", false),
    )
    .execute();
}
