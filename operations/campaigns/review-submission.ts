import type { Kysely, Transaction } from "kysely";
import type { Decision } from "#domain/campaigns/submission.ts";
import type { Money } from "#domain/money/money.ts";
import type { Day } from "#domain/system/calendar.ts";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import { findSuspension } from "#database/campaigns/held.ts";
import { readOrganizer, readVersion } from "#database/campaigns/submissions.ts";
import type { Tables } from "#database/tables.ts";
import { notifyOrganizer } from "#operations/mail/notify-about-submission.ts";
import { recordAction } from "#operations/system/record-action.ts";
import { insertSubmittedCampaign } from "./insert-submitted.ts";

type Tx = Transaction<Tables>;

export type Verdict =
  | { kind: "approved"; goal: Money; days: number }
  | { kind: "changes-asked"; reason: string; fieldReasons: Record<string, string> }
  | { kind: "rejected"; reason: string };

type Reviewing = {
  submissionId: bigint;
  /** The version that the reviewer has read. */
  version: number;
  verdict: Verdict;
  by: string;
  now: Date;
};

export type Reviewed =
  | { kind: "reviewed"; campaignId: string | null; needsRuling: boolean }
  | { kind: "unknown" }
  /** Another reviewer was faster, or the organizer sent a new version. */
  | { kind: "not-waiting" }
  | { kind: "own" }
  | { kind: "suspended" }
  | { kind: "email-not-confirmed" };

/** Decides about the waiting version of a submission. An approved one becomes a campaign in the same transaction. */
export async function reviewSubmission(db: Kysely<Tables>, reviewing: Reviewing): Promise<Reviewed> {
  const { submissionId: id, version, verdict, by, now } = reviewing;
  return db.transaction().execute(async (tx): Promise<Reviewed> => {
    const found = await tx
      .selectFrom("submissions")
      .select(["status", "version", "owner_id", "language"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined || found.status === "draft") return { kind: "unknown" };
    if (found.status !== "submitted" || found.version !== version) return { kind: "not-waiting" };
    if (found.owner_id === by) return { kind: "own" };
    const organizer = await readOrganizer(tx, found.owner_id);
    if (verdict.kind === "approved" && !organizer.isEmailProven) return { kind: "email-not-confirmed" };
    if (verdict.kind === "approved" && (await findSuspension(tx, found.owner_id)))
      return { kind: "suspended" };
    await insertReview(tx, reviewing);
    const live = verdict.kind === "approved" ? await goLive(tx, { id, ...found }, verdict, dayOf(now)) : null;
    const campaignId = live?.campaignId ?? null;
    await tx
      .updateTable("submissions")
      .set({
        status: verdict.kind,
        campaign_id: campaignId,
        decided_at: verdict.kind === "changes-asked" ? null : now,
        updated_at: now,
      })
      .where("id", "=", id)
      .execute();
    await recordAction(tx, by, {
      action: actions[verdict.kind],
      subject: `submission:${id}`,
      after: { version, campaign: campaignId },
    });
    const needsRuling = live?.needsRuling ?? false;
    const event = needsRuling ? "approved-before-ruling" : verdict.kind;
    await notifyOrganizer(tx, { id, version, event });
    return { kind: "reviewed", campaignId, needsRuling };
  });
}

const actions = {
  approved: "submission-approved",
  "changes-asked": "submission-returned",
  rejected: "submission-rejected",
} as const satisfies Record<Decision, string>;

async function insertReview(tx: Tx, { submissionId, version, verdict, by, now }: Reviewing): Promise<void> {
  const fieldReasons = verdict.kind === "changes-asked" ? verdict.fieldReasons : {};
  await tx
    .insertInto("submission_reviews")
    .values({
      submission_id: submissionId,
      version,
      kind: verdict.kind,
      reviewer_id: by,
      reason: verdict.kind === "approved" ? "" : verdict.reason,
      field_reasons: JSON.stringify(fieldReasons),
      at: now,
    })
    .execute();
}

type Waiting = { id: bigint; version: number; owner_id: string; language: "en" | "sw" };

async function goLive(
  tx: Tx,
  { id, version, owner_id: ownerId, language }: Waiting,
  { goal, days }: Extract<Verdict, { kind: "approved" }>,
  today: Day,
): Promise<{ campaignId: string; needsRuling: boolean }> {
  const submission = await readVersion(tx, id, version);
  if (submission === null) throw new Error(`submission ${id} has no version ${version}`);
  const dates = { startDate: today, endDate: addDays(today, days) };
  const campaignId = await insertSubmittedCampaign(tx, submission, { ownerId, language, goal, ...dates });
  return { campaignId, needsRuling: submission.isZakatEligible };
}
