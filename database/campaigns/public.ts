import { sql, type Expression, type RawBuilder, type Selectable, type SelectQueryBuilder } from "kysely";
import {
  likestFirst,
  mayTakeInstead,
  ofDifferentCategories,
} from "#domain/campaigns/different-categories.ts";
import type { Day } from "#domain/system/calendar.ts";
import { withSameMeaning } from "#domain/campaigns/search-words.ts";
import type { Campaign, CampaignOrder, Category, SubType } from "#domain/campaigns/categories.ts";
import type { Currency } from "#domain/money/money.ts";
import { campaignRecord } from "#domain/content/campaign-record.ts";
import { pictureColumn } from "#database/columns.ts";
import { recordColumns } from "#database/content/record-columns.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";

export type CampaignFilter = { category?: Category; type?: SubType; limit?: number; offset?: number };

/** Campaigns that the public can see, by priority, then newest first. */
export async function listCampaigns(db: Reads, filter: CampaignFilter = {}): Promise<Campaign[]> {
  let query = selectCampaigns(db).orderBy("priority").orderBy("created_at", "desc").orderBy("id");
  if (filter.category !== undefined) query = query.where("category", "=", filter.category);
  if (filter.type !== undefined) query = query.where("sub_type", "=", filter.type);
  if (filter.limit !== undefined) query = query.limit(filter.limit);
  if (filter.offset !== undefined) query = query.offset(filter.offset);
  return (await query.execute()).map(asCampaign);
}

/** Campaigns that accept donations today, by priority. */
export async function listOpenCampaigns(
  db: Reads,
  today: Day,
  limit: number,
  { category, isZakatEligible }: { category?: Category; isZakatEligible?: boolean } = {},
): Promise<Campaign[]> {
  let query = selectCampaigns(db);
  if (category !== undefined) query = query.where("category", "=", category);
  if (isZakatEligible !== undefined) query = query.where("is_zakat_eligible", "=", isZakatEligible);
  query = query
    .where("status", "=", "active")
    .where("end_date", ">=", today)
    .orderBy("priority")
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit);
  return (await query.execute()).map(asCampaign);
}

/** Among these, two of different categories are shown under a closed campaign. */
const readForOthers = 12;

/** For donors of a campaign that takes no donations now. The likest comes first: they chose its cause. */
export async function listOpenElsewhere(
  db: Reads,
  today: Day,
  closed: Pick<Campaign, "category" | "isZakatEligible">,
): Promise<Campaign[]> {
  const { category, isZakatEligible } = closed;
  const [like, first] = await Promise.all([
    listOpenCampaigns(db, today, readForOthers, { category }),
    listOpenCampaigns(db, today, readForOthers, isZakatEligible ? { isZakatEligible } : {}),
  ]);
  const others = first.filter(({ id }) => !like.some((each) => each.id === id));
  const allowed = [...like, ...others].filter((each) => mayTakeInstead(each, closed));
  return ofDifferentCategories(likestFirst(allowed, closed), 2);
}

/** For visitors whose own campaign leads to no other one. */
export const listOpenOfAnyKind = async (db: Reads, today: Day): Promise<Campaign[]> =>
  ofDifferentCategories(await listOpenCampaigns(db, today, readForOthers), 2);

export type CampaignSearch = {
  category: Category | null;
  type: SubType | null;
  /** Word prefixes. A campaign must match every one. Letters and digits only. */
  words: string[];
  zakatEligible: boolean;
  order: CampaignOrder;
  page: number;
};

export type KindCount = { category: Category; type: SubType; count: number };

export type FoundCampaigns = { campaigns: Campaign[]; total: number; page: number; kinds: KindCount[] };

type Looking = { today: Day; pageSize: number };

/**
 * One page of the search results, or the last page if there are fewer. The count of each type ignores the type
 * filter.
 */
export async function searchCampaigns(
  db: Reads,
  search: CampaignSearch,
  { today, pageSize }: Looking,
): Promise<FoundCampaigns> {
  const { category, type } = search;
  const idsOn = (page: number) =>
    idsInOrder(db, search, today, { from: (page - 1) * pageSize, size: pageSize });
  const [kinds, requested] = await Promise.all([countKinds(db, search), idsOn(search.page)]);
  const total = kinds
    .filter((kind) => (category ?? kind.category) === kind.category && (type ?? kind.type) === kind.type)
    .reduce((sum, { count }) => sum + count, 0);
  const page = Math.min(search.page, Math.max(1, Math.ceil(total / pageSize)));
  const ids = page === search.page ? requested : await idsOn(page);
  // Read the details of cards only for the campaigns of one page.
  const rows = ids.length === 0 ? [] : await selectCampaigns(db).where("id", "in", ids).execute();
  rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  return { campaigns: rows.map(asCampaign), total, page, kinds };
}

export const countPublicKinds = (db: Reads): Promise<KindCount[]> =>
  countKinds(db, { words: [], zakatEligible: false });

type KindSearch = Pick<CampaignSearch, "words" | "zakatEligible">;

async function countKinds(db: Reads, search: KindSearch): Promise<KindCount[]> {
  const rows = await matching(db, { ...search, category: null, type: null })
    .select(({ fn }) => ["category", "sub_type", fn.countAll<bigint>().as("count")])
    .groupBy(["category", "sub_type"])
    .execute();
  return rows.map((row) => ({ category: row.category, type: row.sub_type, count: Number(row.count) }));
}

type Matched = KindSearch & Pick<CampaignSearch, "category" | "type">;

function matching(db: Reads, { category, type, words, zakatEligible }: Matched) {
  return db
    .selectFrom("public_campaigns")
    .$if(category !== null, (query) => query.where("category", "=", category))
    .$if(type !== null, (query) => query.where("sub_type", "=", type))
    .$if(zakatEligible, (query) => query.where("is_zakat_eligible", "=", true))
    .$if(words.length > 0, (query) => query.where(hasWords(words)));
}

function hasWords(words: string[]): RawBuilder<boolean> {
  const anyOf = (word: string) => withSameMeaning(word).map((each) => `${each}:*`);
  const beginnings = words.map((word) => `(${anyOf(word).join(" | ")})`).join(" & ");
  return sql`campaign_words(title, title_sw, description, description_sw,
    organizer || coalesce(' ' || organizer_sw, ''))
    @@ to_tsquery('simple', ${beginnings})`;
}

type Part = { from: number; size: number };

/**
 * An index exists for every order. Sorting ten thousand campaigns for one page would make the database twice as slow.
 */
async function idsInOrder(db: Reads, search: CampaignSearch, today: Day, part: Part): Promise<string[]> {
  const found = matching(db, search).select("public_campaigns.id");
  const withProgress = found.innerJoin(
    "public_standings",
    "public_standings.campaign_id",
    "public_campaigns.id",
  );
  const isOpen = sql<boolean>`(status = 'active' and end_date >= ${today}::date)`;
  switch (search.order) {
    case "priority": {
      const byPriority = found.orderBy("priority").orderBy("created_at", "desc").orderBy("id");
      return firstThen(db, byPriority.where(isOpen), byPriority.where(sql<boolean>`not ${isOpen}`), part);
    }
    case "newest":
      return idsOf(found.orderBy("created_at", "desc").orderBy("id"), part);
    case "ending-soon": {
      const byEnd = found.orderBy("end_date").orderBy("id");
      return firstThen(db, byEnd.where(isOpen), byEnd.where(sql<boolean>`not ${isOpen}`), part);
    }
    case "nearly-there": {
      const byShare = withProgress
        .orderBy("share", (direction) => direction.desc().nullsLast())
        .orderBy("id");
      const asks = sql<boolean>`(${isOpen} and coalesce(share < 1, false))`;
      return firstThen(
        db,
        byShare.where(isOpen).where("share", "<", 1),
        byShare.where(sql<boolean>`not ${asks}`),
        part,
      );
    }
    // Shillings and dollars cannot be compared. Shillings come first.
    case "most-raised":
      return idsOf(
        withProgress.orderBy("public_standings.currency").orderBy("raised", "desc").orderBy("id"),
        part,
      );
  }
}

/** Appends one list to another, without sorting both together. */
async function firstThen<Db, Table extends keyof Db>(
  db: Reads,
  first: Found<Db, Table>,
  then: Found<Db, Table>,
  { from, size }: Part,
): Promise<string[]> {
  const ids = await idsOf(first, { from, size });
  if (ids.length === size) return ids;
  const before = ids.length > 0 ? from + ids.length : await countOf(db, first.clearOrderBy());
  const rest = { from: Math.max(0, from - before), size: size - ids.length };
  return [...ids, ...(await idsOf(then, rest))];
}

/** For any joins and any order. */
type Found<Db, Table extends keyof Db> = SelectQueryBuilder<Db, Table, { id: string }>;

async function idsOf<Db, Table extends keyof Db>(found: Found<Db, Table>, part: Part): Promise<string[]> {
  const rows = await found.offset(part.from).limit(part.size).execute();
  return rows.map(({ id }) => id);
}

async function countOf(db: Reads, found: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from (${found}) found`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** The last change of each public campaign, for search engines. */
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

// A sitemap can list at most 50,000 links, and each campaign has one in each language.
const mostAddresses = 20_000;

export type ZakatCampaigns = {
  /** Without its figures, which change with each donation. */
  zakat: (Pick<Campaign, "status" | "endDate" | "picture"> & { currency: Currency }) | null;
  /** The id of the first open campaign in shillings that staff marked as for sadaqah. */
  sadaqah: string | null;
};

/** The campaigns that the Zakat calculators lead to. */
export async function findZakatCampaigns(db: Reads, today: Day): Promise<ZakatCampaigns> {
  const [zakat, sadaqah] = await Promise.all([
    db
      .selectFrom("public_campaigns")
      .select(["status", "end_date as endDate", "currency"])
      .select(({ ref }) => pictureColumn(ref("image")).as("picture"))
      .where("id", "=", "zakat")
      .executeTakeFirst(),
    db
      .selectFrom("public_campaigns")
      .select("id")
      .where("status", "=", "active")
      .where("end_date", ">=", today)
      .where("is_for_sadaqah", "=", true)
      .where("currency", "=", "TZS")
      .orderBy("priority")
      .orderBy("created_at", "desc")
      .orderBy("id")
      .executeTakeFirst(),
  ]);
  return { zakat: zakat ?? null, sadaqah: sadaqah?.id ?? null };
}

/** Null also for a campaign that exists but is not public. */
export async function findCampaign(db: Reads, id: string): Promise<Campaign | null> {
  const row = await selectCampaigns(db).where("id", "=", id).executeTakeFirst();
  return row === undefined ? null : asCampaign(row);
}

const { goal: _, ...storedCampaign } = campaignRecord.shape;

export const campaignColumns = recordColumns("campaigns", storedCampaign, { picture: "image" });

const selectCampaigns = (db: Reads) =>
  db.selectFrom("public_campaigns").selectAll().select(campaignColumns.pictures);

const asCampaign = (row: Selectable<Tables["public_campaigns"]>): Campaign => ({
  ...campaignColumns.fromRow(row),
  id: row.id,
  goal: { amount: row.goal_amount, currency: row.currency },
  raised: { amount: row.amount_raised, currency: row.currency },
  donors: Number(row.donors_count),
  daysLeft: row.days_left,
  status: row.status,
  pausedSince: row.status === "paused" ? row.paused_since : null,
  createdAt: row.created_at,
});
