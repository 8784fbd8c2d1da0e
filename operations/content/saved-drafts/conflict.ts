import type { Transaction } from "kysely";
import { findSavedDraft } from "#database/content/saved-drafts.ts";
import { findByFingerprint, fingerprintOf } from "#database/content/versions.ts";
import type { Tables } from "#database/tables.ts";
import type { StaleRecord } from "#operations/content/stale.ts";
import type { EditableRecord } from "#operations/content/records/editable.ts";

/** The fingerprints that a form was opened with. `held` is empty if there was no saved draft. */
export type OpenedDraft = { opened: string; held: string };

/** Another person saved a draft since the form was opened. Null if the form has the draft that is saved now. */
export async function draftConflict(
  tx: Transaction<Tables>,
  record: EditableRecord,
  { opened, held }: OpenedDraft,
): Promise<StaleRecord | null> {
  const saved = await findSavedDraft(tx, record.subject);
  if (saved === null || saved.fingerprint === held) return null;
  const base = held === "" ? await openedContent(tx, record, opened) : null;
  return {
    kind: "stale",
    draft: saved.fingerprint,
    theirs: record.complete(saved.draft),
    base: base && record.complete(base),
    by: { author: saved.by, authorId: saved.byId, at: saved.at },
  };
}

async function openedContent(tx: Transaction<Tables>, record: EditableRecord, opened: string) {
  const current = await record.read(tx);
  return fingerprintOf(current) === opened ? current : findByFingerprint(tx, record.subject, opened);
}

/** A published or proposed text needs no draft. A draft that changed since stays. */
export async function dropHeldDraft(tx: Transaction<Tables>, subject: string, held: string): Promise<void> {
  await tx
    .deleteFrom("record_drafts")
    .where("subject", "=", subject)
    .where("fingerprint", "=", held)
    .execute();
}
