import type { Reads } from "#database/sql.server.ts";
import { lockRecord } from "#operations/content/lock-record.ts";
import { recordAction } from "#operations/system/record-action.ts";

type ArchiveRequest = { id: string; isArchived: boolean; by: string; now: Date };

/** An archived campaign leaves the site and stays in the ledger with its donations. It can be restored. */
export function archiveCampaign(
  db: Reads,
  { id, isArchived, by, now }: ArchiveRequest,
): Promise<"done" | "as-before"> {
  return db.transaction().execute(async (tx) => {
    await lockRecord(tx, `campaign:${id}`);
    const { numUpdatedRows } = await tx
      .updateTable("campaigns")
      .set({ archived_at: isArchived ? now : null, updated_at: now })
      .where("id", "=", id)
      .where("archived_at", isArchived ? "is" : "is not", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return "as-before";
    const action = isArchived ? "campaign-deleted" : "campaign-restored";
    await recordAction(tx, by, { action, subject: `record:campaign:${id}` });
    return "done";
  });
}
