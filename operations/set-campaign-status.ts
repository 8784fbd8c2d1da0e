import { editedCampaign } from "#database/edited-campaign.ts";
import { fingerprintOf } from "#database/record-versions.ts";
import type { Reads } from "#database/sql.server.ts";
import type { PublicStatus } from "#domain/campaign.ts";
import { withValue } from "#domain/draft.ts";
import { saveRecord, type SaveOutcome } from "./save-record.ts";

type Asked = { id: string; status: PublicStatus; by: string };

/** The editor's own save, with nothing but the status changed. */
export async function setCampaignStatus(
  db: Reads,
  { id, status, by }: Asked,
): Promise<SaveOutcome | { kind: "unknown" }> {
  const record = editedCampaign(id);
  const standing = await record.read(db);
  if (standing === null) return { kind: "unknown" };
  const draft = withValue(standing, "status", status);
  return saveRecord(db, record, { draft, opened: fingerprintOf(standing), authorId: by });
}
