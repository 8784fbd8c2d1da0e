import { sql } from "kysely";
import type { Day } from "#domain/system/calendar.ts";
import type { CampaignStatus, Category } from "#domain/campaigns/categories.ts";
import type { Currency, Money } from "#domain/money/money.ts";
import type { DescribedPicture } from "#domain/content/home.ts";
import { pictureColumn } from "#database/columns.ts";
import { lacksRulingSoon } from "#database/campaigns/held.ts";
import { asPage, pageOf, type ListQuery, type ListPage } from "#database/list-page.ts";
import type { Reads } from "#database/sql.server.ts";

/** Every campaign that can have donations, for staff to choose from. */
export function listAllCampaigns(
  db: Reads,
): Promise<{ id: string; title: string; currency: Currency; status: CampaignStatus }[]> {
  return db
    .selectFrom("campaigns")
    .select(["id", "title", "currency", "status"])
    .where("status", "not in", ["pending", "rejected"])
    .orderBy("title")
    .orderBy("id")
    .limit(500)
    .execute();
}

export async function readTitles(db: Reads, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("campaigns")
    .select(["id", "title"])
    .where("id", "=", sql<string>`any(${[...new Set(ids)]})`)
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export type StaffCampaign = {
  id: string;
  title: string;
  status: CampaignStatus;
  category: Category;
  goal: Money;
  raised: Money;
  endDate: Day;
  isArchived: boolean;
  createdAt: Date;
  picture: DescribedPicture | null;
};

type StaffFilter = {
  words: string;
  status: CampaignStatus | null;
  isArchived: boolean;
  /** Only campaigns whose Zakat ruling ends soon or is missing. */
  lacksRuling: boolean;
};

/** Newest first, with any status. Deleted campaigns only on request. */
export async function listStaffCampaigns(
  db: Reads,
  { words, status, isArchived, lacksRuling }: StaffFilter,
  listQuery: ListQuery,
): Promise<ListPage<StaffCampaign>> {
  let query = db
    .selectFrom("campaigns_with_calculated_days as c")
    .select(["c.id", "c.title", "c.status", "c.category", "c.goal_amount", "c.currency", "c.amount_raised"])
    .select(["c.end_date", "c.archived_at", "c.created_at"])
    .select(({ ref }) => pictureColumn(ref("c.image")).as("picture"))
    .where("c.archived_at", isArchived ? "is not" : "is", null);
  if (status !== null) query = query.where("c.status", "=", status);
  if (lacksRuling) query = query.where(lacksRulingSoon);
  for (const word of words.split(" ").filter(Boolean))
    query = query.where((is) =>
      is.or([is("c.title", "ilike", `%${literal(word)}%`), is("c.id", "ilike", `%${literal(word)}%`)]),
    );
  const order = { from: sql`campaigns as c`, by: [sql`c.created_at`, sql`c.id`], descending: true };
  const rows = await pageOf(query, order, listQuery).execute();
  const listed = rows.map((row) => ({
    id: row.id,
    title: row.title,
    status: row.status,
    category: row.category,
    goal: { amount: row.goal_amount, currency: row.currency },
    raised: { amount: row.amount_raised, currency: row.currency },
    endDate: row.end_date,
    isArchived: row.archived_at !== null,
    createdAt: row.created_at,
    picture: row.picture,
  }));
  return asPage(listed, listQuery);
}

/** Escapes percent signs and underscores, which are wildcards in LIKE. */
const literal = (word: string) => word.replaceAll(/[\\%_]/g, "\\$&");

export async function campaignExists(db: Reads, id: string): Promise<boolean> {
  const row = await db.selectFrom("campaigns").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}
