import type { Draft, DraftFailure } from "#domain/content/draft.ts";
import type { Reads } from "#database/sql.server.ts";

export type SavedDraft = {
  subject: string;
  draft: Draft;
  fingerprint: string;
  /** The fingerprint of the published record that the draft began with. */
  opened: string;
  by: string;
  byId: string;
  at: Date;
  schedule: Schedule | null;
};

/** `failure` is the reason why the draft was not published at that time. */
type Schedule = { at: Date; by: string; byId: string; failure: DraftFailure | null };

export async function findSavedDraft(db: Reads, subject: string): Promise<SavedDraft | null> {
  const row = await savedDrafts(db).where("d.subject", "=", subject).executeTakeFirst();
  return row ? asSavedDraft(row) : null;
}

/** Scheduled ones first, in the order of their times, and then the newest. */
export async function listSavedDrafts(db: Reads): Promise<SavedDraft[]> {
  const rows = await savedDrafts(db)
    .orderBy("d.publish_at", (order) => order.asc().nullsLast())
    .orderBy("d.saved_at", "desc")
    .execute();
  return rows.map(asSavedDraft);
}

export async function dueDrafts(db: Reads, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("record_drafts")
    .select("subject")
    .where("publish_at", "<=", now)
    .where("failure", "is", null)
    .orderBy("publish_at")
    .execute();
  return rows.map(({ subject }) => subject);
}

const savedDrafts = (db: Reads) =>
  db
    .selectFrom("record_drafts as d")
    .innerJoin("users as u", "u.id", "d.saved_by")
    .leftJoin("users as s", "s.id", "d.scheduled_by")
    .select(["d.subject", "d.value", "d.fingerprint", "d.opened", "d.saved_at", "d.saved_by"])
    .select(["d.publish_at", "d.scheduled_by", "d.failure"])
    .select(["u.name as by", "s.name as scheduler"]);

type Row = Awaited<ReturnType<ReturnType<typeof savedDrafts>["execute"]>>[number];

function asSavedDraft({ subject, value, fingerprint, opened, by, ...row }: Row): SavedDraft {
  const { publish_at: at, scheduled_by: byId, scheduler, failure } = row;
  const schedule = at && byId !== null && scheduler !== null ? { at, by: scheduler, byId, failure } : null;
  return {
    ...{ subject, draft: value, fingerprint, opened, schedule },
    ...{ by, byId: row.saved_by, at: row.saved_at },
  };
}
