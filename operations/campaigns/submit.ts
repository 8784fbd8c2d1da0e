import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "kysely";
import { answerDay } from "#domain/campaigns/review-days.ts";
import { readSubmission, type ReadSubmission, type Submission } from "#domain/campaigns/submission.ts";
import type { Language } from "#domain/content/language.ts";
import type { Day } from "#domain/system/calendar.ts";
import { findSuspension } from "#database/campaigns/held.ts";
import { findOwnPictures } from "#database/campaigns/owned.ts";
import { findCampaign } from "#database/campaigns/public.ts";
import { readOrganizer } from "#database/campaigns/submissions.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import { notifyOrganizer, notifyReviewers } from "#operations/mail/notify-about-submission.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";
import { recordAction } from "#operations/system/record-action.ts";

type Tx = Transaction<Tables>;

type Submitting = {
  ownerId: string;
  language: Language;
  /** Null if the form was never saved. */
  submissionId: bigint | null;
  entered: Record<string, string>;
  now: Date;
};

export type Submitted =
  | { kind: "submitted"; id: bigint; answerBy: Day }
  | { kind: "invalid"; problems: Extract<ReadSubmission, { ok: false }>["problems"] }
  | { kind: "limited"; retryAfter: number }
  /** A second press of the button. */
  | { kind: "sent-before"; id: bigint }
  /** It was sent, or decided, with another text in the meantime. */
  | { kind: "closed"; id: bigint }
  | { kind: "suspended" }
  | { kind: "unknown" };

const day = 24 * 60 * 60;
const submissionsOfPerson = [{ most: 6, within: day }];
/** Each is work for a person, and an email to all staff. */
const submissionsOfSite = [{ most: 200, within: day }];
/** Strangers can open accounts with addresses that are not theirs. They must not use up what is there for others. */
const submissionsOfUnconfirmed = [{ most: 40, within: day }];

/** Sends a campaign to the fund for review. A returned submission is sent again as a new version. */
export async function submitCampaign(db: Reads, submitting: Submitting): Promise<Submitted> {
  const { ownerId, language, entered, now } = submitting;
  const read = readSubmission(entered);
  return db
    .transaction()
    .execute(async (tx): Promise<Submitted> => {
      // Two presses of the button wait for each other.
      await tx.selectFrom("users").select("id").where("id", "=", ownerId).forUpdate().execute();
      const submission = await lockSubmission(tx, submitting, read);
      if (submission === undefined) return { kind: "unknown" };
      if (submission !== null && submission.status !== "draft" && submission.status !== "changes-asked")
        return {
          kind: isSameForm(submission.entered, entered) ? "sent-before" : "closed",
          id: submission.id,
        };
      if (await findSuspension(tx, ownerId)) return { kind: "suspended" };
      if (!read.ok) return { kind: "invalid", problems: read.problems };
      const unknown = await findUnknown(tx, read.submission, ownerId);
      if (unknown.length > 0) return { kind: "invalid", problems: unknown };
      const { isEmailProven } = await readOrganizer(tx, ownerId);
      const attempt = await countAttempt(tx, [
        { subject: `submit ${ownerId}`, limits: submissionsOfPerson },
        isEmailProven
          ? { subject: "submit", limits: submissionsOfSite }
          : { subject: "submit unconfirmed", limits: submissionsOfUnconfirmed },
      ]);
      if (attempt.kind === "limited") throw new Limited(attempt);
      const id = submission?.id ?? (await insertDraft(tx, ownerId, language));
      const version = (submission?.version ?? 0) + 1;
      await insertVersion(tx, { id, version, submittedAt: now }, read.submission);
      const answerBy = answerDay(now);
      await tx
        .updateTable("submissions")
        .set({ status: "submitted", version, submitted_at: now, answer_by: answerBy, language })
        .set({ entered: JSON.stringify(entered), updated_at: now })
        .where("id", "=", id)
        .execute();
      await recordAction(tx, ownerId, {
        action: "campaign-submitted",
        subject: `submission:${id}`,
        after: { version },
      });
      await notifyOrganizer(tx, { id, version, event: "received" });
      await notifyReviewers(tx, { id, version });
      return { kind: "submitted", id, answerBy };
    })
    .catch((error: unknown): Submitted => {
      if (error instanceof Limited) return error.attempt;
      throw error;
    });
}

class Limited extends Error {
  readonly attempt: { kind: "limited"; retryAfter: number };

  constructor(attempt: { kind: "limited"; retryAfter: number }) {
    super("too many submissions");
    this.attempt = attempt;
  }
}

/** Null if there is none yet; undefined if it belongs to another person. */
async function lockSubmission(tx: Tx, { ownerId, submissionId, now }: Submitting, read: ReadSubmission) {
  const own = tx
    .selectFrom("submissions as s")
    .select(["s.id", "s.status", "s.version", "s.entered"])
    .where("s.owner_id", "=", ownerId);
  if (submissionId !== null) return own.where("s.id", "=", submissionId).forUpdate().executeTakeFirst();
  // The form was never saved. A second press must not submit it twice.
  if (read.ok) {
    const { title, description } = read.submission;
    const same = await own
      .innerJoin("submission_versions as v", "v.submission_id", "s.id")
      .where("s.status", "=", "submitted")
      .where("v.title", "=", title)
      .where("v.description", "=", description)
      .where("s.submitted_at", ">", new Date(now.getTime() - 10 * 60_000))
      .executeTakeFirst();
    // The form had no number yet, so its pictures can have new names.
    if (same !== undefined) return { ...same, entered: null };
  }
  return (await own.where("s.status", "=", "draft").forUpdate().executeTakeFirst()) ?? null;
}

/** Null counts as the same form. A second press uploads the same pictures again, and they get new names. */
const isSameForm = (stored: Record<string, string> | null, entered: Record<string, string>) =>
  stored === null || isDeepStrictEqual(withoutPictures(stored), withoutPictures(entered));

const withoutPictures = (form: Record<string, string>) =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !name.startsWith("picture")));

/** The form names records, which may be gone. */
async function findUnknown(tx: Tx, { surplus, pictures }: Submission, ownerId: string) {
  const problems: Extract<ReadSubmission, { ok: false }>["problems"] = [];
  if (surplus.to === "campaign" && (await findCampaign(tx, surplus.campaignId)) === null)
    problems.push({ field: "surplusCampaign", problem: "surplus-campaign" });
  const ids = [...new Set(pictures.map(({ id }) => id))];
  // Locked, so that the job that removes unused pictures leaves them.
  if (ids.length > 0)
    await tx.selectFrom("pictures").select("id").where("id", "in", ids).forShare().execute();
  const known = await findOwnPictures(tx, ownerId, ids);
  if (known.size < ids.length) problems.push({ field: "pictures", problem: "picture-gone" });
  return problems;
}

async function insertDraft(tx: Tx, ownerId: string, language: Language): Promise<bigint> {
  const { id } = await tx
    .insertInto("submissions")
    .values({ owner_id: ownerId, language })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

type Version = { id: bigint; version: number; submittedAt: Date };

async function insertVersion(tx: Tx, { id, version, submittedAt }: Version, submission: Submission) {
  const { budget, pictures, surplus } = submission;
  await tx
    .insertInto("submission_versions")
    .values({
      submission_id: id,
      version,
      title: submission.title,
      category: submission.category,
      sub_type: submission.subType,
      description: submission.description,
      goal_amount: submission.goal,
      currency: submission.currency,
      organizer: submission.organizer,
      is_zakat_eligible: submission.isZakatEligible,
      beneficiaries: submission.beneficiaries,
      relation: submission.relation,
      surplus: surplus.to,
      surplus_campaign_id: surplus.to === "campaign" ? surplus.campaignId : null,
      submitted_at: submittedAt,
    })
    .execute();
  const of = { submission_id: id, version };
  await tx
    .insertInto("submission_budget_lines")
    .values(budget.map((line, at) => ({ ...of, line: at + 1, ...line })))
    .execute();
  if (pictures.length === 0) return;
  await tx
    .insertInto("submission_pictures")
    .values(
      pictures.map((picture, at) => ({ ...of, place: at + 1, picture_id: picture.id, alt: picture.alt })),
    )
    .execute();
}
