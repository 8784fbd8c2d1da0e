import { sql } from "kysely";
import type { WrittenUpdate } from "#domain/campaigns/updates.ts";
import type { Reads } from "#database/sql.server.ts";
import { recordAction } from "#operations/system/record-action.ts";
import { updateColumns } from "./post.ts";
import { isSilenced } from "./silenced.ts";

type OfCampaign = { id: number; campaignId: string };

/** Followers get no second email. Emails that still wait have the new text. */
export async function editUpdate(
  db: Reads,
  { id, campaignId }: OfCampaign,
  update: WrittenUpdate,
  by: string,
): Promise<"edited" | "unknown" | "suspended"> {
  return db.transaction().execute(async (tx) => {
    if (await isSilenced(tx, campaignId, by)) return "suspended";
    const before = await tx
      .selectFrom("campaign_updates")
      .select(["title", "title_sw", "content", "content_sw", "image", "image_alt", "image_alt_sw"])
      .where("id", "=", id)
      .where("campaign_id", "=", campaignId)
      .where("archived_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (before === undefined) return "unknown";
    const after = updateColumns(update);
    await tx
      .updateTable("campaign_updates")
      // The words are the author's now, and no longer the site's.
      .set({ ...after, edited_at: sql<Date>`now()`, is_automatic: false })
      .where("id", "=", id)
      .execute();
    await recordAction(tx, by, { action: "update-edited", subject: `update:${id}`, before, after });
    return "edited";
  });
}
