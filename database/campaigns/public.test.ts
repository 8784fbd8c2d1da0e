import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { findCampaign, listCampaigns } from "#database/campaigns/public.ts";
import { listCampaignUpdates } from "#database/campaigns/updates.ts";
import { readStatistics } from "#database/donations/statistics.ts";
import { campaignStatuses, categories, unclassified } from "#domain/campaigns/categories.ts";
import { dayOf, daysLeft } from "#domain/system/calendar.ts";
import { tzs, usd } from "#domain/money/money.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { campaign, complete, pendingDonation } from "#tests/support/database/records.ts";

const { database, db } = await testRecords();

beforeAll(async () => {
  await db
    .insertInto("pictures")
    .values({ id: "dorm", width: 1200, height: 750, alt: "A dormitory", alt_sw: "Bweni" })
    .execute();
  await campaign(db, { id: "late", priority: 999, created_at: new Date("2026-01-01T00:00:00Z") });
  await campaign(db, { id: "later", priority: 999, created_at: new Date("2026-02-01T00:00:00Z") });
  await campaign(db, {
    id: "dormitories",
    title: "Girls dormitories",
    title_sw: "Mabweni ya Wasichana",
    category: "infrastructure",
    sub_type: "dormitories",
    priority: 2,
    image: "dorm",
    start_date: "2026-01-01",
    end_date: "2999-12-31",
  });
  await campaign(db, { id: "paused", priority: 3, status: "paused", category: "infrastructure" });
  await campaign(db, { id: "done", priority: 4, status: "completed", currency: "USD" });
  await campaign(db, { id: "proposed", status: "pending" });
  await campaign(db, { id: "refused", status: "rejected" });
  await campaign(db, { id: "archived", archived_at: new Date() });
  await complete(db, await pendingDonation(db, { to: "dormitories", amount: 50_000n }));
  await complete(db, await pendingDonation(db, { to: "done", amount: 2_500n, currency: "USD" }));
});

const idsOf = async (filter?: Parameters<typeof listCampaigns>[1]) =>
  (await listCampaigns(database.publicReads, filter)).map(({ id }) => id);

test("the list shows public campaigns by priority, then newest first", async () => {
  expect(await idsOf()).toEqual(["dormitories", "paused", "done", "later", "late"]);
});

test("the list filters by category and type, and is read in parts", async () => {
  expect(await idsOf({ category: "infrastructure" })).toEqual(["dormitories", "paused"]);
  expect(await idsOf({ category: "infrastructure", type: "dormitories" })).toEqual(["dormitories"]);
  expect(await idsOf({ category: "research" })).toEqual([]);
  expect(await idsOf({ limit: 2, offset: 1 })).toEqual(["paused", "done"]);
});

test("a campaign is read with all its fields", async () => {
  expect(await findCampaign(database.publicReads, "dormitories")).toMatchObject({
    id: "dormitories",
    title: { en: "Girls dormitories", sw: "Mabweni ya Wasichana" },
    description: { en: "What it is for.", sw: null },
    story: { en: "", sw: null },
    category: "infrastructure",
    subType: "dormitories",
    goal: tzs(1_000_000),
    raised: tzs(50_000),
    donors: 1,
    daysLeft: daysLeft("2999-12-31", dayOf(new Date())),
    startDate: "2026-01-01",
    endDate: "2999-12-31",
    picture: {
      id: "dorm",
      width: 1200,
      height: 750,
      alt: { en: "A dormitory", sw: "Bweni" },
      focus: { x: 50, y: 50 },
    },
    organizer: { en: "University Community Fund", sw: null },
    location: { en: "Main Campus - Morogoro, Tanzania", sw: null },
    isZakatEligible: false,
    status: "active",
    priority: 2,
  });
});

test.each(["proposed", "refused", "archived", "unheard-of"])("%s is not found", async (id) => {
  expect(await findCampaign(database.publicReads, id)).toBeNull();
});

test("news of public campaigns appears newest first, once published", async () => {
  const { publicReads } = database;
  const news = (campaign_id: string, title: string, published_at: string, archived_at: Date | null = null) =>
    db
      .insertInto("campaign_updates")
      .values({ campaign_id, title, content: "…", published_at: new Date(published_at), archived_at })
      .execute();
  await news("dormitories", "first", "2026-01-01");
  await news("dormitories", "second", "2026-02-01");
  await news("dormitories", "to come", "2999-01-01");
  await news("dormitories", "withdrawn", "2026-01-15", new Date());
  await news("proposed", "hidden", "2026-01-01");
  const titles = async (id: string) =>
    (await listCampaignUpdates(publicReads, id)).map(({ title }) => title.en);
  expect(await titles("dormitories")).toEqual(["second", "first"]);
  expect(await titles("proposed")).toEqual([]);
});

test("totals are separate by currency and never added up", async () => {
  expect(await readStatistics(database.publicReads, null)).toMatchObject({
    raised: tzs(50_000),
    others: [usd(2_500)],
    donors: 2,
  });
});

test.each([
  ["2026-03-10T20:59:59Z", 1],
  ["2026-03-10T21:00:00Z", 0],
  ["2026-03-11T20:59:59Z", 0],
  ["2026-03-11T21:00:00Z", 0],
  ["2026-03-01T00:00:00Z", 10],
  ["2026-02-28T21:00:00Z", 10],
])("at %s, SQL and code count %i days left to 11 March", async (at, left) => {
  const { rows } = await sql<{ left: number }>`
    select days_left('2026-03-11', ${at}::timestamptz) as left
  `.execute(database.publicReads);
  expect(rows).toEqual([{ left }]);
  expect(daysLeft("2026-03-11", dayOf(new Date(at)))).toBe(left);
});

test.each([
  ["campaigns_category_check", [...categories, unclassified]],
  ["campaigns_status_check", [...campaignStatuses]],
])("the database and the code have the same values: %s", async (name, words) => {
  const { rows } = await sql<{ word: string }>`
    select (regexp_matches(pg_get_constraintdef(oid), '''([^'']+)''', 'g'))[1] as word
    from pg_constraint where conname = ${name}
  `.execute(db);
  expect(rows.map(({ word }) => word).sort()).toEqual(words.sort());
});
