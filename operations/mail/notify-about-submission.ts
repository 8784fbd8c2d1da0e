import type { Transaction } from "kysely";
import type { SubmissionEvent } from "#domain/mail/messages.ts";
import type { Tables } from "#database/tables.ts";

type Notice = { id: bigint; version: number; event: SubmissionEvent };

/** Emails the organizer in the language of the submission. */
export async function notifyOrganizer(
  tx: Transaction<Tables>,
  { id, version, event }: Notice,
): Promise<void> {
  const { email, language } = await tx
    .selectFrom("submissions as s")
    .innerJoin("users as u", "u.id", "s.owner_id")
    .select(["u.email", "s.language"])
    .where("s.id", "=", id)
    .executeTakeFirstOrThrow();
  const details = JSON.stringify({ submissionId: String(id), version, event });
  await tx
    .insertInto("outbox")
    .values({ template: "submission", recipient: email, language, details })
    .execute();
}

/** Emails all staff that a submission waits for them. */
export async function notifyReviewers(
  tx: Transaction<Tables>,
  { id, version }: Pick<Notice, "id" | "version">,
): Promise<void> {
  const details = JSON.stringify({ submissionId: String(id), version });
  await tx
    .insertInto("outbox")
    .columns(["template", "recipient", "language", "details"])
    .expression((is) =>
      is
        .selectFrom("users")
        .select(({ val, cast }) => [
          val("submission-waiting").as("template"),
          "email",
          val("en" as const).as("language"),
          cast<Record<string, unknown>>(val(details), "jsonb").as("details"),
        ])
        .where("role", "in", ["staff", "admin"])
        .where("banned", "=", false),
    )
    .execute();
}
