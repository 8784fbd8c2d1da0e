import type { Transaction } from "kysely";
import type { SubmissionEvent } from "#domain/mail/messages.ts";
import type { Tables } from "#database/tables.ts";
import { emailAccounts } from "./email-accounts.ts";

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

/** The organizer's campaign begins or stops to take Zakat. */
export async function notifyAboutRuling(
  tx: Transaction<Tables>,
  campaignId: string,
  event: Extract<SubmissionEvent, "ruling-recorded" | "ruling-withdrawn" | "ruling-ended">,
): Promise<void> {
  const submission = await tx
    .selectFrom("submissions")
    .select(["id", "version"])
    .where("campaign_id", "=", campaignId)
    .executeTakeFirst();
  if (submission !== undefined) await notifyOrganizer(tx, { ...submission, event });
}

/** Emails all staff that a submission waits for them, or has waited longer than promised. */
export async function notifyReviewers(
  tx: Transaction<Tables>,
  { id, version }: Pick<Notice, "id" | "version">,
  template: "submission-waiting" | "submission-overdue" = "submission-waiting",
): Promise<void> {
  await emailAccounts(tx, "staff", { template, details: { submissionId: String(id), version } });
}
