import type { EditableRecord } from "#operations/content/records/editable.ts";
import { findVersion, type RecordVersion } from "#database/content/versions.ts";
import type { Reads } from "#database/sql.server.ts";
import { dayOf, formatDay } from "#domain/system/calendar.ts";
import { withValue } from "#domain/content/draft.ts";
import { saveRecord, type Save, type SaveOutcome } from "./save-record.ts";

type Restore = Pick<Save, "opened" | "authorId"> & { version: number };

/** An earlier version becomes the newest. The versions in between stay in the history. */
export async function restoreVersion(
  db: Reads,
  record: EditableRecord,
  { version, opened, authorId }: Restore,
): Promise<SaveOutcome | { kind: "unknown" }> {
  const found = Number.isSafeInteger(version) ? await findVersion(db, record.subject, version) : null;
  if (!found) return { kind: "unknown" };
  const draft = record.takesTwo ? withValue(found.draft, "reason", reasonFor(found)) : found.draft;
  return saveRecord(db, record, { draft, opened, authorId, restoredFrom: version });
}

/** Without an author, the stored moment is that of the change that followed. */
function reasonFor({ author, at }: RecordVersion): string {
  const day = formatDay(dayOf(at), "en");
  return author === null
    ? `Restore the version before the change of ${day}`
    : `Restore the version saved on ${day}`;
}
