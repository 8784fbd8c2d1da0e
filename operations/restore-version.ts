import type { EditableRecord } from "#database/editable.ts";
import { findVersion } from "#database/record-versions.ts";
import type { Reads } from "#database/sql.server.ts";
import { saveRecord, type Save, type SaveOutcome } from "./save-record.ts";

type Restore = Pick<Save, "opened" | "authorId"> & { version: number };

/** An earlier version becomes the newest: nothing that stood between is forgotten. */
export async function restoreVersion(
  db: Reads,
  record: EditableRecord,
  { version, opened, authorId }: Restore,
): Promise<SaveOutcome | { kind: "unknown" }> {
  const found = Number.isSafeInteger(version) ? await findVersion(db, record.subject, version) : null;
  if (!found) return { kind: "unknown" };
  return saveRecord(db, record, { draft: found.draft, opened, authorId, restoredFrom: version });
}
