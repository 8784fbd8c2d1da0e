import { sql, type RawBuilder, type Selectable } from "kysely";
import type { Day } from "#domain/calendar.ts";
import type { Campaign, CampaignOrder, CampaignUpdate, Category, SubType } from "#domain/campaign.ts";
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

export type CampaignSearch = {
  category: Category | null;
  type: SubType | null;
  /** Beginnings of words, of which a campaign must have every one; letters and digits only. */
  words: string[];
  zakatEligible: boolean;
  order: CampaignOrder;
  page: number;
};

/** How many campaigns there are of each kind. */
export type KindCount = { category: Category; type: SubType; count: number };

export type FoundCampaigns = { campaigns: Campaign[]; total: number; page: number; kinds: KindCount[] };

/** Keeps what is expensive to find until a campaign changes, under the name of what was asked for. */
export type Remember = <Value>(name: string, find: () => Promise<Value>) => Promise<Value>;

type Looking = { today: Day; pageSize: number; remember?: Remember };

/** One page of what was looked for, the last one where fewer were found; the kinds count whatever their own filter hides. */
export async function searchCampaigns(
  db: Reads,
  search: CampaignSearch,
  { today, pageSize, remember = (_, find) => find() }: Looking,
): Promise<FoundCampaigns> {
  const { category, type, words, zakatEligible, order } = search;
  const [kinds, found] = await Promise.all([
    remember(JSON.stringify(["kinds", words, zakatEligible]), () => countKinds(db, search)),
    remember(JSON.stringify(["order", category, type, words, zakatEligible, order, today]), () =>
      inOrder(db, search, today),
    ),
  ]);
  const page = Math.min(search.page, Math.max(1, Math.ceil(found.length / pageSize)));
  // What a card shows is read for the campaigns of one page only.
  const ids = found.slice((page - 1) * pageSize, page * pageSize);
  const rows = ids.length === 0 ? [] : await selectCampaigns(db).where("id", "in", ids).execute();
  rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  return { campaigns: rows.map(asCampaign), total: found.length, page, kinds };
}

async function inOrder(db: Reads, search: CampaignSearch, today: Day): Promise<string[]> {
  const rows = await ordered(matching(db, search), search.order, today).select("id").execute();
  return rows.map(({ id }) => id);
}

async function countKinds(db: Reads, search: CampaignSearch): Promise<KindCount[]> {
  const rows = await matching(db, { ...search, category: null, type: null })
    .select(({ fn }) => ["category", "sub_type", fn.countAll<bigint>().as("count")])
    .groupBy(["category", "sub_type"])
    .execute();
  return rows.map((row) => ({ category: row.category, type: row.sub_type, count: Number(row.count) }));
}

function matching(db: Reads, { category, type, words, zakatEligible }: CampaignSearch) {
  return db
    .selectFrom("public_campaigns")
    .$if(category !== null, (query) => query.where("category", "=", category))
    .$if(type !== null, (query) => query.where("sub_type", "=", type))
    .$if(zakatEligible, (query) => query.where("is_zakat_eligible", "=", true))
    .$if(words.length > 0, (query) => query.where(hasWords(words)));
}

function hasWords(words: string[]): RawBuilder<boolean> {
  const beginnings = words.map((word) => `${word}:*`).join(" & ");
  return sql`campaign_words(title, title_sw, description, description_sw,
    organizer || coalesce(' ' || organizer_sw, ''))
    @@ to_tsquery('simple', ${beginnings})`;
}

function ordered(query: ReturnType<typeof matching>, order: CampaignOrder, today: Day) {
  const isOpen = sql<boolean>`(status = 'active' and end_date >= ${today}::date)`;
  switch (order) {
    case "priority":
      return query.orderBy("priority").orderBy("created_at", "desc").orderBy("id");
    case "newest":
      return query.orderBy("created_at", "desc").orderBy("id");
    case "ending-soon":
      return query.orderBy(isOpen, "desc").orderBy("end_date").orderBy("id");
    case "nearly-there":
      return withStandings(query)
        .orderBy(sql`(${isOpen} and coalesce(raised, 0) < goal_amount)`, "desc")
        .orderBy(sql`coalesce(raised, 0)::float8 / nullif(goal_amount, 0)`, (direction) =>
          direction.desc().nullsLast(),
        )
        .orderBy("id");
    // Shillings and dollars cannot be compared: shillings come first.
    case "most-raised":
      return withStandings(query)
        .orderBy(sql`currency = 'TZS'`, "desc")
        .orderBy(sql`coalesce(raised, 0)`, "desc")
        .orderBy("id");
  }
}

function withStandings(query: ReturnType<typeof matching>) {
  return query.leftJoin("public_standings", "public_standings.campaign_id", "public_campaigns.id");
}

/** When each public campaign last changed, for search engines. */
export async function listCampaignChanges(db: Reads): Promise<{ id: string; changedAt: Date }[]> {
  const rows = await db
    .selectFrom("public_campaigns")
    .select(["id", "updated_at"])
    .orderBy("priority")
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(mostAddresses)
    .execute();
  return rows.map((row) => ({ id: row.id, changedAt: row.updated_at }));
}

// A sitemap may name 50,000 addresses, and each campaign has one in each language.
const mostAddresses = 20_000;

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
    eventDay: row.event_day,
    picture: row.picture,
    organizer: translated(row.organizer, row.organizer_sw),
    location: translated(row.location, row.location_sw),
    zakatEligible: row.is_zakat_eligible,
    status: row.status,
    priority: row.priority,
    createdAt: row.created_at,
  };
}
