import { sql, type Selectable } from "kysely";
import type { ProposedCurrency } from "#domain/campaigns/proposed-amount.ts";
import type { Decision, Submission, SubmissionStatus } from "#domain/campaigns/submission.ts";
import type { Language } from "#domain/content/language.ts";
import type { Day } from "#domain/system/calendar.ts";
import { asPage, pageOf, type ListQuery, type ListPage } from "#database/list-page.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";

export type FoundSubmission = {
  id: bigint;
  ownerId: string;
  language: Language;
  status: SubmissionStatus;
  /** The form as typed. */
  entered: Record<string, string>;
  version: number;
  submittedAt: Date | null;
  savedAt: Date;
  answerBy: Day | null;
  campaignId: string | null;
};

/** Newest first, with the draft. */
export async function listOwnSubmissions(db: Reads, ownerId: string): Promise<FoundSubmission[]> {
  const rows = await db
    .selectFrom("submissions")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .orderBy("id", "desc")
    .limit(100)
    .execute();
  return rows.map(found);
}

/** Null also if the submission belongs to another person. */
export async function findOwnSubmission(
  db: Reads,
  ownerId: string,
  id: bigint,
): Promise<FoundSubmission | null> {
  const submission = await findSubmission(db, id);
  return submission?.ownerId === ownerId ? submission : null;
}

export async function findOwnDraft(db: Reads, ownerId: string): Promise<FoundSubmission | null> {
  const row = await db
    .selectFrom("submissions")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .where("status", "=", "draft")
    .executeTakeFirst();
  return row === undefined ? null : found(row);
}

export async function findSubmission(db: Reads, id: bigint): Promise<FoundSubmission | null> {
  const row = await db.selectFrom("submissions").selectAll().where("id", "=", id).executeTakeFirst();
  return row === undefined ? null : found(row);
}

const found = (row: Selectable<Tables["submissions"]>): FoundSubmission => ({
  id: row.id,
  ownerId: row.owner_id,
  language: row.language,
  status: row.status,
  entered: row.entered,
  version: row.version,
  submittedAt: row.submitted_at,
  savedAt: row.updated_at,
  answerBy: row.answer_by,
  campaignId: row.campaign_id,
});

export async function readVersion(db: Reads, id: bigint, version: number): Promise<Submission | null> {
  const row = await db
    .selectFrom("submission_versions")
    .selectAll()
    .where("submission_id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  if (row === undefined) return null;
  const [budget, pictures] = await Promise.all([
    db
      .selectFrom("submission_budget_lines")
      .select(["what", "amount"])
      .where("submission_id", "=", id)
      .where("version", "=", version)
      .orderBy("line")
      .execute(),
    db
      .selectFrom("submission_pictures")
      .select(["picture_id as id", "alt"])
      .where("submission_id", "=", id)
      .where("version", "=", version)
      .orderBy("place")
      .execute(),
  ]);
  return {
    title: row.title,
    category: row.category,
    subType: row.sub_type,
    description: row.description,
    goal: row.goal_amount,
    currency: row.currency,
    organizer: row.organizer,
    isZakatEligible: row.is_zakat_eligible,
    beneficiaries: row.beneficiaries,
    relation: row.relation,
    surplus:
      row.surplus_campaign_id === null
        ? { to: "donors" }
        : { to: "campaign", campaignId: row.surplus_campaign_id },
    budget,
    pictures,
  };
}

/** A submitted version or a decision. */
export type SubmissionStep =
  | { kind: "submitted"; version: number; at: Date }
  | {
      kind: Decision;
      version: number;
      at: Date;
      /** Null for the organizer. */
      reviewer: string;
      reason: string;
      fieldReasons: Record<string, string>;
    };

/** The oldest step first. */
export async function readSteps(db: Reads, id: bigint): Promise<SubmissionStep[]> {
  const [versions, reviews] = await Promise.all([
    db
      .selectFrom("submission_versions")
      .select(["version", "submitted_at"])
      .where("submission_id", "=", id)
      .orderBy("version")
      .execute(),
    db
      .selectFrom("submission_reviews as r")
      .innerJoin("users as u", "u.id", "r.reviewer_id")
      .select(["r.version", "r.kind", "r.reason", "r.field_reasons", "r.at", "u.name"])
      .where("r.submission_id", "=", id)
      .execute(),
  ]);
  return versions.flatMap(({ version, submitted_at }): SubmissionStep[] => {
    const review = reviews.find((each) => each.version === version);
    const submitted = { kind: "submitted", version, at: submitted_at } as const;
    if (review === undefined) return [submitted];
    const { kind, reason, at, name } = review;
    return [submitted, { kind, version, at, reviewer: name, reason, fieldReasons: review.field_reasons }];
  });
}

export type SubmissionNote = { id: bigint; author: string; text: string; at: Date };

export function readNotes(db: Reads, id: bigint): Promise<SubmissionNote[]> {
  return db
    .selectFrom("submission_notes as n")
    .innerJoin("users as u", "u.id", "n.author_id")
    .select(["n.id", "u.name as author", "n.text", "n.at"])
    .where("n.submission_id", "=", id)
    .orderBy("n.id")
    .execute();
}

export type Organizer = { id: string; name: string; email: string; isEmailProven: boolean };

export async function findOrganizer(db: Reads, id: string): Promise<Organizer | null> {
  const row = await db
    .selectFrom("users")
    .select(["id", "name", "email", "email_verified"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { id: row.id, name: row.name, email: row.email, isEmailProven: row.email_verified };
}

/** The language of the newest submission. */
export async function readOrganizerLanguage(db: Reads, id: string): Promise<Language> {
  const row = await db
    .selectFrom("submissions")
    .select("language")
    .where("owner_id", "=", id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.language ?? "en";
}

export async function readOrganizer(db: Reads, id: string): Promise<Organizer> {
  const organizer = await findOrganizer(db, id);
  if (organizer === null) throw new Error(`there is no person ${id}`);
  return organizer;
}

export type ListedSubmission = {
  id: bigint;
  title: string;
  organizer: string;
  status: SubmissionStatus;
  goal: bigint;
  currency: ProposedCurrency;
  version: number;
  submittedAt: Date;
  answerBy: Day | null;
};

/** Never drafts: only their owner reads those. The oldest first while they wait, otherwise the newest first. */
export async function listSubmissions(
  db: Reads,
  status: Exclude<SubmissionStatus, "draft"> | null,
  listQuery: ListQuery,
): Promise<ListPage<ListedSubmission>> {
  const query = db
    .selectFrom("submissions as s")
    .innerJoin("submission_versions as v", (join) =>
      join.onRef("v.submission_id", "=", "s.id").onRef("v.version", "=", "s.version"),
    )
    .innerJoin("users as u", "u.id", "s.owner_id")
    .select(["s.id", "v.title", "u.name", "s.status", "v.goal_amount", "v.currency", "s.version"])
    .select(["v.submitted_at", "s.answer_by"])
    .$if(status !== null, (narrowed) => narrowed.where("s.status", "=", status ?? "submitted"));
  const order = { from: sql`submissions as s`, by: [sql`s.id`], descending: status !== "submitted" };
  const rows = await pageOf(query, order, listQuery).execute();
  const listed = rows.map((row) => ({
    id: row.id,
    title: row.title,
    organizer: row.name,
    status: row.status,
    goal: row.goal_amount,
    currency: row.currency,
    version: row.version,
    submittedAt: row.submitted_at,
    answerBy: row.answer_by,
  }));
  return asPage(listed, listQuery);
}
