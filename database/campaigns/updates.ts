import { sql } from "kysely";
import type { Translated } from "#domain/content/language.ts";
import type { DescribedPicture } from "#domain/content/home.ts";
import type { CampaignUpdate } from "#domain/campaigns/updates.ts";
import { pictureColumn, translated } from "#database/columns.ts";
import type { Reads } from "#database/sql.server.ts";

/** The updates that the public can see, newest first. */
export async function listCampaignUpdates(
  db: Reads,
  campaignId: string,
  most = 100,
): Promise<CampaignUpdate[]> {
  const rows = await db
    .selectFrom("public_campaign_updates as u")
    .leftJoin("pictures as p", "p.id", "u.image")
    .select([...updateColumns, ...pictureColumns])
    .where("u.campaign_id", "=", campaignId)
    .orderBy("u.published_at", "desc")
    .orderBy("u.id", "desc")
    .limit(most)
    .execute();
  return rows.map(asUpdate);
}

export type Outcome = {
  campaignId: string;
  title: Translated;
  content: Translated;
  /** Of the campaign. */
  picture: DescribedPicture | null;
};

const readForOutcomes = 20;

/** The newest news of different campaigns that people wrote, completed campaigns first. */
export async function listOutcomes(db: Reads, most: number): Promise<Outcome[]> {
  const rows = await db
    .selectFrom("public_campaign_updates as u")
    .innerJoin("public_campaigns as c", "c.id", "u.campaign_id")
    .select(["u.campaign_id", "u.title", "u.title_sw", "u.content", "u.content_sw", "c.status"])
    .select(({ ref }) => pictureColumn(ref("c.image")).as("picture"))
    .where("u.is_automatic", "=", false)
    .orderBy("u.published_at", "desc")
    .orderBy("u.id", "desc")
    .limit(readForOutcomes)
    .execute();
  const newest = rows.filter(
    (row, at) => rows.findIndex((each) => each.campaign_id === row.campaign_id) === at,
  );
  const isOpen = (row: (typeof rows)[number]) => Number(row.status !== "completed");
  return newest
    .sort((a, b) => isOpen(a) - isOpen(b))
    .slice(0, most)
    .map((row) => ({
      campaignId: row.campaign_id,
      title: translated(row.title, row.title_sw),
      content: translated(row.content, row.content_sw),
      picture: row.picture,
    }));
}

/** For the form: also of a campaign that the public cannot see yet. */
export async function findUpdate(db: Reads, campaignId: string, id: number): Promise<CampaignUpdate | null> {
  const row = await db
    .selectFrom("campaign_updates as u")
    .leftJoin("pictures as p", "p.id", "u.image")
    .select([...updateColumns, ...pictureColumns])
    .where("u.campaign_id", "=", campaignId)
    .where("u.id", "=", id)
    .where("u.archived_at", "is", null)
    .executeTakeFirst();
  return row === undefined ? null : asUpdate(row);
}

export type WrittenTo = { id: string; title: string; followers: number; updates: CampaignUpdate[] };

/** A campaign with the number of its followers and all its updates, for their authors. */
export async function readWrittenTo(db: Reads, campaignId: string): Promise<WrittenTo | null> {
  const campaign = await db
    .selectFrom("campaigns as c")
    .select([
      "c.id",
      "c.title",
      sql<bigint>`(
        select count(*) from followers f where f.campaign_id = c.id and f.ended_at is null
      )`.as("followers"),
    ])
    .where("c.id", "=", campaignId)
    .where("c.archived_at", "is", null)
    .executeTakeFirst();
  if (campaign === undefined) return null;
  const rows = await db
    .selectFrom("campaign_updates as u")
    .leftJoin("pictures as p", "p.id", "u.image")
    .select([...updateColumns, ...pictureColumns])
    .where("u.campaign_id", "=", campaignId)
    .where("u.archived_at", "is", null)
    .orderBy("u.published_at", "desc")
    .orderBy("u.id", "desc")
    .execute();
  return { ...campaign, followers: Number(campaign.followers), updates: rows.map(asUpdate) };
}

const updateColumns = [
  ...(["u.id", "u.title", "u.title_sw", "u.content", "u.content_sw", "u.published_at"] as const),
  ...(["u.edited_at", "u.is_automatic", "u.image", "u.image_alt", "u.image_alt_sw"] as const),
] as const;
const pictureColumns = ["p.width", "p.height", "p.focus_x", "p.focus_y"] as const;

type Row = {
  id: number;
  title: string;
  title_sw: string | null;
  content: string;
  content_sw: string | null;
  published_at: Date;
  edited_at: Date | null;
  is_automatic: boolean;
  image: string | null;
  image_alt: string;
  image_alt_sw: string | null;
  width: number | null;
  height: number | null;
  focus_x: number | null;
  focus_y: number | null;
};

function asUpdate(row: Row): CampaignUpdate {
  const { image: id, width, height, focus_x: x, focus_y: y } = row;
  const hasPicture = id !== null && width !== null && height !== null && x !== null && y !== null;
  return {
    id: row.id,
    title: translated(row.title, row.title_sw),
    content: translated(row.content, row.content_sw),
    publishedAt: row.published_at,
    editedAt: row.edited_at,
    isAutomatic: row.is_automatic,
    picture: hasPicture
      ? { id, width, height, focus: { x, y }, alt: translated(row.image_alt, row.image_alt_sw) }
      : null,
  };
}
