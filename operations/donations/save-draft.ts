import { sql } from "kysely";
import { draftMinutes, type Draft } from "#database/donations/drafts.ts";
import type { Reads } from "#database/sql.server.ts";

export async function saveDraft(db: Reads, key: string, campaignId: string, entered: Draft): Promise<void> {
  await db
    .deleteFrom("donation_drafts")
    .where("created_at", "<", sql<Date>`now() - make_interval(mins => ${draftMinutes})`)
    .execute();
  await db
    .insertInto("donation_drafts")
    .values({ key, campaign_id: campaignId, entered: JSON.stringify(entered) })
    .execute();
}
