import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findPublicRuling } from "#database/campaigns/held.ts";
import { findCampaign, listCampaigns } from "#database/campaigns/public.ts";
import { listCampaignUpdates } from "#database/campaigns/updates.ts";
import {
  listTeam,
  readAbout,
  readBankDetails,
  readHero,
  readViceChancellor,
} from "#database/content/home.ts";
import { readSettings } from "#database/content/settings.ts";
import { openClient } from "#database/connect.ts";
import { setupLock } from "#database/migrate.ts";
import { openDatabase, withOptions, type Database } from "#database/sql.server.ts";
import { readStatistics } from "#database/donations/statistics.ts";
import { testDatabase } from "#tests/support/database/open.ts";
import { patience } from "#tests/support/patience.ts";
import { seed } from "./seed.ts";

let own: Awaited<ReturnType<typeof testDatabase>>;
let database: Database;

beforeEach(async () => {
  own = await testDatabase();
  database = openDatabase(own.webUrl);
});

afterEach(async () => {
  await database?.close();
  await own?.close();
});

const now = new Date("2026-11-21T09:00:00Z");

const putPicture = async (svg: Buffer) => ({
  id: createHash("sha256").update(svg).digest("hex").slice(0, 16),
  width: 1200,
  height: 750,
});

const seedDemo = () => seed(own.url, "demo", { putPicture, say: () => {}, now });

test("the demonstration has seven campaigns in order and a sound ledger", async () => {
  await seedDemo();
  const campaigns = await listCampaigns(database.publicReads);
  expect(
    campaigns.map(({ id, category, subType, priority, status }) => [id, category, subType, priority, status]),
  ).toEqual([
    ["conference-center", "infrastructure", "conference", 1, "active"],
    ["girls-dormitories", "infrastructure", "dormitories", 2, "active"],
    ["ablution-block", "infrastructure", "ablution", 3, "active"],
    ["student-scholarship", "scholarship", "tuition", 4, "active"],
    ["zakat", "zakat", "indebted", 5, "active"],
    ["cash-waqfu", "registered-waqfu", "money", 6, "active"],
    ["fun-run-2025", "events", "fun-run", 7, "completed"],
  ]);
  expect(campaigns.slice(0, 3).map(({ goal }) => goal.amount)).toEqual([
    850_000_000n,
    650_000_000n,
    350_000_000n,
  ]);
  for (const { raised, donors, picture, title, story } of campaigns) {
    expect(raised.amount).toBeGreaterThan(0n);
    expect(donors).toBeGreaterThan(30);
    expect(picture?.alt.sw).toBeTruthy();
    expect(title.sw).toBeTruthy();
    expect(story?.sw).toBeTruthy();
  }
  expect(await findCampaign(database.publicReads, "fun-run-2025")).toMatchObject({ daysLeft: 0 });
  expect(await listCampaignUpdates(database.publicReads, "girls-dormitories")).toHaveLength(2);
  expect(await findPublicRuling(database.publicReads, "zakat")).toMatchObject({
    reviewer: "Sheikh Mithali Hekima",
    expiresOn: null,
  });
  expect(await database.readWrite.selectFrom("broken_promises").selectAll().execute()).toEqual([]);
});

test("the totals match the demonstration's completed donations", async () => {
  await seedDemo();
  const { total, donors } = await database.readWrite
    .selectFrom("donations")
    .select((query) => [query.fn.sum<string>("amount").as("total"), query.fn.countAll<bigint>().as("donors")])
    .where("status", "=", "completed")
    .executeTakeFirstOrThrow();
  const totals = await readStatistics(database.publicReads, null);
  expect(totals).toMatchObject({
    raised: { amount: BigInt(total), currency: "TZS" },
    others: [],
    donors: Number(donors),
  });
  expect(totals.donors).toBeGreaterThan(300);
});

test("all demonstration texts exist in both languages", async () => {
  await seedDemo();
  const { publicReads: db } = database;
  const content = [
    await readHero(db),
    await readAbout(db),
    await readViceChancellor(db),
    await listTeam(db),
    await readBankDetails(db),
    await readSettings(db),
    await listCampaigns(db),
  ];
  expect(content).not.toContain(null);
  expect(
    JSON.stringify(content, (_, value) => (typeof value === "bigint" ? String(value) : value))
      // Optional texts of a campaign may be empty.
      .replaceAll('{"en":"","sw":null}', "{}"),
  ).not.toContain('"sw":null');
  expect((await readAbout(db))?.accountability.map(({ title }) => title.en)).toEqual([
    "Donor Dashboard",
    "Financial Reports",
    "Shariah Advisory",
    "Independent Audits",
    "Executive Management",
    "Stakeholder Forums",
  ]);
  expect(await listTeam(db)).toHaveLength(6);
});

test("the demonstration has no real email address or phone number", async () => {
  await seedDemo();
  const { contact } = await readSettings(database.publicReads);
  expect(contact.emails.every((address) => address.endsWith(".example"))).toBe(true);
  expect(contact.phones.every((phone) => phone.startsWith("+255 000"))).toBe(true);
  const reachable = await database.readWrite
    .selectFrom("donations")
    .select("donor_email")
    .where("donor_email", "not like", "%@donors.example")
    .execute();
  expect(reachable).toEqual([]);
});

test("seeding twice on one day gives equal donations, all past", async () => {
  await seedDemo();
  const donations = (db: Database) =>
    db.readWrite
      .selectFrom("donations")
      .select(["external_id", "amount", "donor_name", "created_at"])
      .orderBy("external_id")
      .execute();
  const first = await donations(database);
  expect(first.every(({ created_at }) => created_at <= now)).toBe(true);

  const other = await testDatabase();
  const twin = openDatabase(other.webUrl);
  await seed(other.url, "demo", { putPicture, say: () => {}, now });
  const second = await donations(twin);
  await twin.close();
  await other.close();
  expect(second).toEqual(first);
});

test("nodes starting together seed once and leave a filled database unchanged", async () => {
  const lines: string[] = [];
  const tools = { putPicture, say: (line: string) => void lines.push(line), now };
  await Promise.all([seed(own.url, "demo", tools), seed(own.url, "demo", tools)]);
  await seed(own.url, "empty", tools);
  expect(lines).toEqual(["Writing the demonstration content"]);
  expect(await listCampaigns(database.publicReads)).toHaveLength(7);
});

test("an empty start has texts but no invented people or campaigns", async () => {
  await seed(own.url, "empty", { putPicture, say: () => {} });
  const { publicReads: db } = database;
  expect(await readHero(db)).toMatchObject({ picture: null, stats: [{ value: "Live Counter" }, {}, {}] });
  expect((await readAbout(db))?.accountability).toHaveLength(6);
  expect(await readSettings(db)).toMatchObject({ contact: { phones: [], emails: [] }, metalPrices: null });
  expect([await readBankDetails(db), await readViceChancellor(db)]).toEqual([null, null]);
  expect([await listTeam(db), await listCampaigns(db)]).toEqual([[], []]);
});

test("a node waits for the demonstration of another one as long as it takes", async () => {
  const other = openClient(own.url);
  await other.connect();
  await other.query("select pg_advisory_lock($1)", [setupLock]);
  const hurried = withOptions(own.url, "-c lock_timeout=1");
  const seeding = seed(hurried, "demo", { putPicture, say: () => {}, now });
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await vi.waitFor(async () => expect((await other.query(waiting)).rowCount).toBe(1), patience);
  await other.end();
  expect(await seeding).toBe(true);
});
