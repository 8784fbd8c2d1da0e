import { editedCampaign } from "#operations/content/records/campaign.ts";
import { fingerprintOf } from "#database/content/versions.ts";
import type { Reads } from "#database/sql.server.ts";
import type { PublicStatus } from "#domain/campaigns/categories.ts";
import { withValue } from "#domain/content/draft.ts";
import { saveRecord, type SaveOutcome } from "#operations/content/save-record.ts";

type NewStatus = { id: string; status: PublicStatus; by: string };

/** Saves like the editor, with only the status changed. */
export async function setCampaignStatus(
  db: Reads,
  { id, status, by }: NewStatus,
): Promise<SaveOutcome | { kind: "unknown" }> {
  const record = editedCampaign(id);
  const current = await record.read(db);
  if (current === null) return { kind: "unknown" };
  const draft = withValue(current, "status", status);
  return saveRecord(db, record, { draft, opened: fingerprintOf(current), authorId: by });
}
