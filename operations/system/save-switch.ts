import { fingerprintOf } from "#database/content/versions.ts";
import type { Reads } from "#database/sql.server.ts";
import { withValue } from "#domain/content/draft.ts";
import type { EditableRecord } from "#operations/content/records/editable.ts";
import { saveRecord, type SaveOutcome } from "#operations/content/save-record.ts";

type Switch = { path: string; isOn: boolean; by: string };

/** Turns one switch of a record on or off. The other switches stay as they are. */
export async function saveSwitch(
  db: Reads,
  record: EditableRecord,
  { path, isOn, by }: Switch,
): Promise<SaveOutcome> {
  const now = await record.read(db);
  return saveRecord(db, record, {
    draft: withValue(now ?? {}, path, isOn ? "yes" : ""),
    opened: fingerprintOf(now),
    authorId: by,
  });
}
