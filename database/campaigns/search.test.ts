import { beforeAll, expect, test } from "vitest";
import { listCampaignChanges, searchCampaigns, type CampaignSearch } from "#database/campaigns/public.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { campaign, complete, pendingDonation } from "#tests/support/database/records.ts";

const { database, db } = await testRecords();
const today = "2026-06-01";

beforeAll(async () => {
  const made = (day: number) => new Date(Date.UTC(2026, 0, day));
  await campaign(db, {
    id: "well",
    title: "A well for the hostel",
    title_sw: "Kisima cha Mabweni",
    description: "Clean water, 24 hours a day.",
    category: "infrastructure",
    sub_type: "dormitories",
    priority: 2,
    goal_amount: 100_000n,
    start_date: "2026-01-01",
    end_date: "2026-08-01",
    created_at: made(1),
  });
  await campaign(db, {
    id: "books",
    title: "Books & journals",
    description: "For the library.",
    description_sw: "Kwa maktaba: vitabu vya ng'ombe na maji.",
    category: "infrastructure",
    sub_type: "ict",
    priority: 5,
    goal_amount: 1_000_000n,
    start_date: "2026-01-01",
    end_date: "2026-07-01",
    created_at: made(3),
  });
  await campaign(db, {
    id: "debts",
    title: "Students in debt",
    category: "zakat",
    is_zakat_eligible: true,
    organizer: "Welfare Office",
    organizer_sw: "Ofisi ya Ustawi",
    priority: 9,
    goal_amount: 10_000n,
    start_date: "2026-01-01",
    end_date: "2026-05-31",
    created_at: made(2),
  });
  await campaign(db, {
    id: "abroad",
    category: "alumni",
    currency: "USD",
    priority: 10,
    goal_amount: 0n,
    start_date: "2026-01-01",
    end_date: "2026-09-01",
    created_at: made(4),
  });
  await campaign(db, { id: "proposed", title: "Another well", status: "pending" });
  await complete(db, await pendingDonation(db, { to: "well", amount: 60_000n }));
  await complete(db, await pendingDonation(db, { to: "books", amount: 90_000n }));
  await complete(db, await pendingDonation(db, { to: "debts", amount: 9_900n }));
  await complete(db, await pendingDonation(db, { to: "abroad", amount: 99_900_000n, currency: "USD" }));
});

const readWrite: CampaignSearch = {
  category: null,
  type: null,
  words: [],
  zakatEligible: false,
  order: "priority",
  page: 1,
};

const search = (filter: Partial<CampaignSearch>, pageSize = 12) =>
  searchCampaigns(database.publicReads, { ...readWrite, ...filter }, { today, pageSize });

const found = async (filter: Partial<CampaignSearch>) => (await search(filter)).campaigns.map(({ id }) => id);

test("search matches prefixes of title, description and organizer in both languages", async () => {
  expect(await found({ words: ["WEL"] })).toEqual(["well", "debts"]);
  expect(await found({ words: ["kisima"] })).toEqual(["well"]);
  expect(await found({ words: ["maji"] })).toEqual(["books"]);
  expect(await found({ words: ["librar"] })).toEqual(["books"]);
  expect(await found({ words: ["welfare", "office"] })).toEqual(["debts"]);
  expect(await found({ words: ["ustawi"] })).toEqual(["debts"]);
  expect(await found({ words: ["ng", "ombe"] })).toEqual(["books"]);
  expect(await found({ words: ["24"] })).toEqual(["well"]);
  expect(await found({ words: ["well", "library"] })).toEqual([]);
});

test("a word finds campaigns that use another word with its meaning", async () => {
  expect(await found({ words: ["Dormitories"] })).toEqual(["well"]);
  expect(await found({ words: ["bweni", "water"] })).toEqual(["well"]);
  expect(await found({ words: ["dormitory", "library"] })).toEqual([]);
});

test("each sort order gives a different sequence", async () => {
  expect(await found({ order: "priority" }), "an ended campaign is last").toEqual([
    "well",
    "books",
    "abroad",
    "debts",
  ]);
  expect(await found({ order: "newest" })).toEqual(["abroad", "books", "debts", "well"]);
  expect(await found({ order: "ending-soon" }), "ended campaigns are last").toEqual([
    "books",
    "well",
    "abroad",
    "debts",
  ]);
  expect(await found({ order: "nearly-there" }), "an ended campaign at 99% is last").toEqual([
    "well",
    "books",
    "debts",
    "abroad",
  ]);
  expect(await found({ order: "most-raised" }), "dollars are not compared with shillings").toEqual([
    "books",
    "well",
    "debts",
    "abroad",
  ]);
});

test("several filters apply together", async () => {
  expect(await found({ category: "infrastructure" })).toEqual(["well", "books"]);
  expect(await found({ type: "ict" })).toEqual(["books"]);
  expect(await found({ category: "zakat", type: "ict" })).toEqual([]);
  expect(await found({ zakatEligible: true })).toEqual(["debts"]);
  expect(await found({ zakatEligible: true, words: ["water"] })).toEqual([]);
});

test("type counts ignore the type filter, so each filter shows its results", async () => {
  const { kinds, total } = await search({ category: "zakat", words: [] });
  expect(total).toBe(1);
  expect(kinds).toHaveLength(4);
  expect(kinds).toContainEqual({ category: "infrastructure", type: "ict", count: 1 });
  expect((await search({ words: ["kisima"] })).kinds).toEqual([
    { category: "infrastructure", type: "dormitories", count: 1 },
  ]);
});

test("a page number beyond the last returns the last page", async () => {
  const first = await search({}, 3);
  expect([first.campaigns.length, first.total, first.page]).toEqual([3, 4, 1]);
  const far = await search({ page: 99_999 }, 3);
  expect([far.campaigns.map(({ id }) => id), far.page]).toEqual([["debts"], 2]);
  expect(await search({ category: "research", page: 7 })).toMatchObject({ campaigns: [], total: 0, page: 1 });
});

test.each(["priority", "ending-soon", "nearly-there"] as const)(
  "campaigns that no longer collect come last, page by page: %s",
  async (order) => {
    const whole = await found({ order });
    for (const size of [1, 2, 3]) {
      const pages = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
        search({ order, page: at + 1 }, size),
      );
      const ids = (await Promise.all(pages)).flatMap(({ campaigns }) => campaigns.map(({ id }) => id));
      expect(ids).toEqual(whole);
    }
  },
);

test("a new goal moves a campaign immediately; an unfunded campaign is listed", async () => {
  const changed = db.transaction().execute(async (tx) => {
    await campaign(tx, { id: "silent", goal_amount: 5_000n, priority: 20 });
    await tx.updateTable("campaigns").set({ goal_amount: 64_000n }).where("id", "=", "well").execute();
    await tx.updateTable("campaigns").set({ goal_amount: 90_000n }).where("id", "=", "books").execute();
    const { campaigns } = await searchCampaigns(
      tx,
      { ...readWrite, order: "nearly-there" },
      { today, pageSize: 12 },
    );
    throw new Error(campaigns.map(({ id }) => id).join(" "));
  });
  await expect(changed, "a reached goal is listed later").rejects.toThrow("well silent books debts abroad");
});

test("search engines see public campaigns only", async () => {
  const changes = await listCampaignChanges(database.publicReads);
  expect(changes.map(({ id }) => id)).toEqual(["well", "books", "debts", "abroad"]);
  for (const { changedAt } of changes) expect(changedAt).toBeInstanceOf(Date);
});
