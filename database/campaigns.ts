import { sql, type Selectable } from "kysely";
import type { Campaign, CampaignUpdate, Category, SubType } from "#domain/campaign.ts";
import { pictureColumn, translated } from "./columns.ts";
import type { Reads } from "./sql.server.ts";
import type { Tables } from "./tables.ts";

export type CampaignFilter = { category?: Category; type?: SubType; limit?: number; offset?: number };

/** What the public may see, by priority, then newest first. */
export async function listCampaigns(db: Reads, filter: CampaignFilter = {}): Promise<Campaign[]> {
  let query = selectCampaigns(db).orderBy("priority").orderBy("created_at", "desc").orderBy("id");
  if (filter.category !== undefined) query = query.where("category", "=", filter.category);
  if (filter.type !== undefined) query = query.where("sub_type", "=", filter.type);
  if (filter.limit !== undefined) query = query.limit(filter.limit);
  if (filter.offset !== undefined) query = query.offset(filter.offset);
  return (await query.execute()).map(asCampaign);
}

/** Null also for a campaign that exists and is not public. */
export async function findCampaign(db: Reads, id: string): Promise<Campaign | null> {
  const row = await selectCampaigns(db).where("id", "=", id).executeTakeFirst();
  return row === undefined ? null : asCampaign(row);
}

/** News of a public campaign, newest first. */
export async function listCampaignUpdates(db: Reads, campaignId: string): Promise<CampaignUpdate[]> {
  const rows = await db
    .selectFrom("public_campaign_updates")
    .selectAll()
    .where("campaign_id", "=", campaignId)
    .orderBy("published_at", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    title: translated(row.title, row.title_sw),
    content: translated(row.content, row.content_sw),
    publishedAt: row.published_at,
  }));
}

const selectCampaigns = (db: Reads) =>
  db
    .selectFrom("public_campaigns")
    .selectAll()
    .select(pictureColumn(sql.ref("image")).as("picture"));

type Row = Selectable<Tables["public_campaigns"]> & { picture: Campaign["picture"] };

function asCampaign(row: Row): Campaign {
  return {
    id: row.id,
    title: translated(row.title, row.title_sw),
    description: translated(row.description, row.description_sw),
    story: row.story === null ? null : translated(row.story, row.story_sw),
    category: row.category,
    subType: row.sub_type,
    goal: { amount: row.goal_amount, currency: row.currency },
    raised: { amount: row.amount_raised, currency: row.currency },
    donors: Number(row.donors_count),
    daysLeft: row.days_left,
    startDate: row.start_date,
    endDate: row.end_date,
    picture: row.picture,
    organizer: row.organizer,
    location: row.location,
    zakatEligible: row.is_zakat_eligible,
    status: row.status,
    priority: row.priority,
    createdAt: row.created_at,
  };
}
