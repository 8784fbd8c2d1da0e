import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";
import { recordAction } from "#operations/system/record-action.ts";
import { isSilenced } from "./silenced.ts";

/** Hides an update. Emails about it that still wait are not sent. */
export async function removeUpdate(
  db: Reads,
  { id, campaignId }: { id: number; campaignId: string },
  by: string,
): Promise<"removed" | "unknown" | "suspended"> {
  return db.transaction().execute(async (tx) => {
    if (await isSilenced(tx, campaignId, by)) return "suspended";
    const removed = await tx
      .updateTable("campaign_updates")
      .set({ archived_at: sql<Date>`now()` })
      .where("id", "=", id)
      .where("campaign_id", "=", campaignId)
      .where("archived_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (removed === undefined) return "unknown";
    await recordAction(tx, by, { action: "update-removed", subject: `update:${id}` });
    return "removed";
  });
}
