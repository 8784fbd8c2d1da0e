import type { Reads } from "#database/sql.server.ts";

/**
 * True for a suspended organizer, who changes nothing that visitors and followers read. Staff still can. Locks the
 * campaign, so that a suspension at the same time waits.
 */
export async function isSilenced(tx: Reads, campaignId: string, by: string): Promise<boolean> {
  const campaign = await tx
    .selectFrom("campaigns")
    .select(["owner_id", "suspended_at"])
    .where("id", "=", campaignId)
    .forShare()
    .executeTakeFirst();
  return campaign !== undefined && campaign.suspended_at !== null && campaign.owner_id === by;
}
