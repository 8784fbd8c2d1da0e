import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { testRecords } from "#tests/support/database/open.ts";
import { campaign, complete, pendingDonation } from "#tests/support/database/records.ts";
import { askForNews } from "./ask-for-news.ts";
import { postDigests } from "./post-digests.ts";

const { db, asOwner } = await testRecords();

let id: string;

beforeEach(async () => {
  await sql`delete from outbox; `.execute(asOwner);
  await sql`delete from news_requests`.execute(asOwner);
  await sql`delete from campaign_updates`.execute(asOwner);
  await sql`update campaigns set archived_at = now(), owner_id = null`.execute(asOwner);
  await sql`delete from submissions`.execute(asOwner);
  await sql`delete from users where id like 'user-%'`.execute(asOwner);
  id = await campaign(db, { start_date: "2026-01-01", end_date: "2999-01-01", created_at: daysAgo(31) });
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

async function person(role: "organizer" | "staff", banned = false): Promise<string> {
  const name = `user-${Math.random()}`;
  await sql`
    insert into users (id, name, email, role, banned) values (${name}, ${name}, ${`${name}@fund.example`}, ${role}, ${banned})
  `.execute(asOwner);
  return name;
}

const emails = () =>
  db.selectFrom("outbox").select(["recipient", "language", "template", "details"]).orderBy("id").execute();
const updates = () =>
  db.selectFrom("campaign_updates").selectAll().where("campaign_id", "=", id).orderBy("id").execute();
const letSilenceLast = (days: number) =>
  sql`update news_requests set asked_at = now() - make_interval(days => ${days})`.execute(db);

test("30 days of silence ask the organizer once, in their language", async () => {
  const owner = await person("organizer");
  await person("staff");
  await db.updateTable("campaigns").set({ owner_id: owner }).where("id", "=", id).execute();
  await db.insertInto("submissions").values({ owner_id: owner, language: "sw" }).execute();
  expect(await Promise.all([askForNews(db), askForNews(db)])).toContain(1);
  expect(await askForNews(db)).toBe(0);
  expect(await emails()).toEqual([
    {
      recipient: `${owner}@fund.example`,
      language: "sw",
      template: "news-wanted",
      details: { campaigns: [id], isOrganizer: true },
    },
  ]);
});

test("without an owner, or with a disabled one, staff are asked", async () => {
  const owner = await person("organizer", true);
  const staff = await person("staff");
  await db.updateTable("campaigns").set({ owner_id: owner }).where("id", "=", id).execute();
  const other = await campaign(db, { start_date: "2026-01-01", created_at: daysAgo(40) });
  await askForNews(db);
  expect(await emails()).toEqual([
    {
      recipient: `${staff}@fund.example`,
      language: "en",
      template: "news-wanted",
      details: { campaigns: [id, other].toSorted(), isOrganizer: false },
    },
  ]);
});

test.each([
  ["is 29 days old", { created_at: daysAgo(29) }],
  ["is paused", { status: "paused" }],
  ["has ended", { end_date: "2026-01-02" }],
  ["starts later", { start_date: "2998-01-01" }],
] as const)("a campaign that %s is not asked for news", async (_, changes) => {
  await db.updateTable("campaigns").set(changes).where("id", "=", id).execute();
  expect(await askForNews(db)).toBe(0);
});

test("news ends a silence before it is asked for", async () => {
  await db
    .insertInto("campaign_updates")
    .values({ campaign_id: id, title: "News", content: "x", published_at: daysAgo(3) })
    .execute();
  expect(await askForNews(db)).toBe(0);
});

test("14 more days of silence post the figures once, in both languages", async () => {
  await complete(db, await pendingDonation(db, { to: id, amount: 250_000n }));
  await db.insertInto("followers").values({ campaign_id: id, email: "asha@donors.example" }).execute();
  await askForNews(db);
  await letSilenceLast(13);
  expect(await postDigests(db)).toBe(0);
  await letSilenceLast(15);
  const posted = await Promise.all([postDigests(db), postDigests(db)]);
  expect(posted.toSorted()).toEqual([0, 1]);
  expect(await postDigests(db)).toBe(0);
  const [digest, ...more] = await updates();
  expect([digest?.is_automatic, digest?.author_id, more]).toEqual([true, null, []]);
  expect(digest?.content).toContain("- Raised: TSh\u00a0250,000 of TSh\u00a01,000,000\n- Donors: 1");
  expect(digest?.content_sw).toContain("- Waliochangia: 1");
  expect(digest?.content).not.toContain("Paid out");
  expect((await emails()).filter(({ template }) => template === "campaign-update")).toHaveLength(1);
});

test("news after the request means no automatic update", async () => {
  await askForNews(db);
  await letSilenceLast(15);
  await db.insertInto("campaign_updates").values({ campaign_id: id, title: "News", content: "x" }).execute();
  expect(await postDigests(db)).toBe(0);
});
