import { sql } from "kysely";
import type { CampaignStatus } from "#domain/campaigns/categories.ts";
import type { Translated } from "#domain/content/language.ts";
import type { Money } from "#domain/money/money.ts";
import type { Day } from "#domain/system/calendar.ts";
import type { DescribedPicture } from "#domain/content/home.ts";
import { pictureColumn, translated } from "#database/columns.ts";
import type { Reads } from "#database/sql.server.ts";

/** The reason why an active campaign takes no donations. */
export type CampaignHold = "suspended" | "no-ruling";

/** A campaign as its organizer sees it. */
export type OwnedCampaign = {
  id: string;
  title: Translated;
  /** As visitors see it: a held campaign is paused. */
  status: CampaignStatus;
  hold: CampaignHold | null;
  /** Its last day has passed, and staff did not close it. */
  hasEnded: boolean;
  goal: Money;
  raised: Money;
  donors: number;
  startDate: Day;
  endDate: Day;
  picture: DescribedPicture | null;
};

/** Newest first. */
export async function listOwnedCampaigns(db: Reads, ownerId: string): Promise<OwnedCampaign[]> {
  const rows = await selectOwned(db, ownerId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(200)
    .execute();
  return rows.map(asOwned);
}

/** Null also if the campaign belongs to another person, so that the answers do not differ. */
export async function findOwnedCampaign(
  db: Reads,
  ownerId: string,
  campaignId: string,
): Promise<OwnedCampaign | null> {
  const row = await selectOwned(db, ownerId).where("id", "=", campaignId).executeTakeFirst();
  return row === undefined ? null : asOwned(row);
}

const selectOwned = (db: Reads, ownerId: string) =>
  db
    .selectFrom("campaigns_with_calculated_days")
    .select(["id", "title", "title_sw", "goal_amount", "currency", "amount_raised", "donors_count"])
    .select(["start_date", "end_date", "suspended_at", "status as set_status"])
    .select(
      sql<CampaignStatus>`shown_status(status, suspended_at, is_zakat_eligible, zakat_until)`.as("status"),
    )
    .select(sql<boolean>`end_date < fund_day()`.as("is_past"))
    .select(({ ref }) => pictureColumn(ref("image")).as("picture"))
    .where("owner_id", "=", ownerId)
    .where("archived_at", "is", null);

type Row = Awaited<ReturnType<ReturnType<typeof selectOwned>["executeTakeFirstOrThrow"]>>;

const asOwned = (row: Row): OwnedCampaign => ({
  id: row.id,
  title: translated(row.title, row.title_sw),
  status: row.status,
  hold: holdOf(row),
  hasEnded: row.status === "active" && row.is_past,
  goal: { amount: row.goal_amount, currency: row.currency },
  raised: { amount: row.amount_raised, currency: row.currency },
  donors: Number(row.donors_count),
  startDate: row.start_date,
  endDate: row.end_date,
  picture: row.picture,
});

function holdOf({ status, set_status, suspended_at }: Row): CampaignHold | null {
  if (status === set_status) return null;
  return suspended_at === null ? "no-ruling" : "suspended";
}

/** Public campaigns, to choose from in a form. */
export async function listCampaignChoices(db: Reads): Promise<{ id: string; title: Translated }[]> {
  const rows = await db
    .selectFrom("campaigns")
    .select(["id", "title", "title_sw"])
    .where("status", "in", ["active", "paused", "completed"])
    .where("archived_at", "is", null)
    .orderBy("title")
    .orderBy("id")
    .limit(500)
    .execute();
  return rows.map(({ id, title, title_sw }) => ({ id, title: translated(title, title_sw) }));
}

/** Those of these pictures that the person uploaded. */
export async function findOwnPictures(db: Reads, ownerId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("picture_uploads")
    .select("picture_id")
    .where("picture_id", "in", ids)
    .where("uploader_id", "=", ownerId)
    .execute();
  return new Set(rows.map(({ picture_id }) => picture_id));
}
