import type { Transaction } from "kysely";
import { readRecordHindrance } from "#database/accounts/role-grants.ts";
import { findSavedDraft } from "#database/content/saved-drafts.ts";
import { fingerprintOf } from "#database/content/versions.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import type { AccessHindrance } from "#domain/cases/proposal.ts";
import { isSame, type Draft } from "#domain/content/draft.ts";
import { lockRecord } from "#operations/content/lock-record.ts";
import { previewRecord } from "#operations/content/preview-record.ts";
import type { EditableRecord } from "#operations/content/records/editable.ts";
import { staleRecord, type StaleRecord } from "#operations/content/stale.ts";
import { recordAction } from "#operations/system/record-action.ts";
import { draftConflict, type OpenedDraft } from "./conflict.ts";

type DraftSave = OpenedDraft & { draft: Draft; by: string };

export type DraftSaved = { kind: "draft-saved"; wasScheduled: boolean } | { kind: "as-before" } | StaleRecord;

/** Stores the text as typed. A schedule ends, because only the text that a person scheduled is published. */
export function saveDraft(
  db: Reads,
  record: EditableRecord,
  { draft, by, ...opened }: DraftSave,
): Promise<DraftSaved> {
  if (record.hasNoDrafts) throw new Error(`${record.subject} has no drafts`);
  return db.transaction().execute(async (tx): Promise<DraftSaved> => {
    await lockRecord(tx, record.subject);
    const saved = await findSavedDraft(tx, record.subject);
    const published = saved === null ? await record.read(tx) : null;
    const present = saved?.draft ?? published;
    if (present !== null && isSame(present, draft) && !saved?.schedule) return { kind: "as-before" };
    const conflict = await draftConflict(tx, record, opened);
    if (conflict) return conflict;
    await putDraft(tx, record.subject, { draft, opened: opened.opened, by, publishAt: null });
    await recordAction(tx, by, { action: "draft-saved", subject: `record:${record.subject}` });
    return { kind: "draft-saved", wasScheduled: Boolean(saved?.schedule) };
  });
}

export type Scheduled =
  | { kind: "scheduled" }
  | { kind: "as-before" }
  | { kind: "invalid"; errors: { field: string; message: string }[] }
  | AccessHindrance
  | StaleRecord;

/** The job publishes the draft at that time, as this person. */
export async function scheduleDraft(
  db: Reads,
  record: EditableRecord,
  { draft, by, publishAt, ...opened }: DraftSave & { publishAt: Date },
): Promise<Scheduled> {
  if (record.takesTwo) throw new Error(`${record.subject} is published by an approval only`);
  if (record.hasNoDrafts) throw new Error(`${record.subject} has no drafts`);
  const checked = record.check(draft);
  if (checked.kind === "invalid") return checked;
  // Mistakes that only the tables know are found now, while the person is here.
  const tried = await previewRecord(db, checked, async () => null);
  if (tried.kind === "invalid") return tried;
  return db.transaction().execute(async (tx): Promise<Scheduled> => {
    await lockRecord(tx, record.subject);
    const hindrance = await readRecordHindrance(tx, by, record.subject);
    if (hindrance !== null) return hindrance;
    const published = await record.read(tx);
    if (published !== null && isSame(published, checked.draft)) return { kind: "as-before" };
    if (fingerprintOf(published) !== opened.opened) return staleRecord(tx, record, published, opened.opened);
    const conflict = await draftConflict(tx, record, opened);
    if (conflict) return conflict;
    await putDraft(tx, record.subject, { draft: checked.draft, opened: opened.opened, by, publishAt });
    await recordAction(tx, by, {
      action: "draft-scheduled",
      subject: `record:${record.subject}`,
      after: { publishAt: publishAt.toISOString() },
    });
    return { kind: "scheduled" };
  });
}

type NewDraft = { draft: Draft; opened: string; by: string; publishAt: Date | null };

async function putDraft(
  tx: Transaction<Tables>,
  subject: string,
  { draft, opened, by, publishAt }: NewDraft,
): Promise<void> {
  const values = {
    value: JSON.stringify(draft),
    fingerprint: fingerprintOf(draft),
    opened,
    saved_by: by,
    saved_at: new Date(),
    publish_at: publishAt,
    scheduled_by: publishAt && by,
    failure: null,
  };
  await tx
    .insertInto("record_drafts")
    .values({ subject, ...values })
    .onConflict((conflict) => conflict.column("subject").doUpdateSet(values))
    .execute();
}
