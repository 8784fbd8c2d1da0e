import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type Database } from "#database/sql.server.ts";
import { testDatabase } from "#tests/support/database/open.ts";
import { expectSoundLedger } from "#tests/support/donations/begin.ts";
import { campaign, pendingDonation } from "#tests/support/database/records.ts";
import { writeHistory } from "./histories.ts";

let own: Awaited<ReturnType<typeof testDatabase>>;
let database: Database;

beforeAll(async () => {
  own = await testDatabase("demo");
  database = openDatabase(own.url);
});

afterAll(async () => {
  await database?.close();
  await own?.close();
});

const history = {
  ...{ donations: 3_000, campaigns: 30, days: 400 },
  now: new Date("2026-11-21T12:00:00Z"),
};

const count = async (from: "donations" | "provider_messages" | "cases" | "campaigns") =>
  Number(
    (
      await database.readWrite
        .selectFrom(from)
        .select(({ fn }) => fn.countAll<bigint>().as("count"))
        .executeTakeFirstOrThrow()
    ).count,
  );

test("a history written in parts beside demonstration donations passes every ledger check", async () => {
  const [donations, campaigns] = [await count("donations"), await count("campaigns")];
  expect(await writeHistory(database.readWrite, history)).toBe("written");
  expect(await writeHistory(database.readWrite, { ...history, donations: 500, campaigns: 10 })).toBe(
    "written",
  );
  expect(await count("donations")).toBe(donations + 3_500);
  expect(await count("campaigns")).toBe(campaigns + 30);
  expect(await count("provider_messages")).toBeGreaterThan(5_000);
  await expectSoundLedger(database.readWrite);
  const { rows } = await sql`
    select currency, sum(raised)::bigint as raised, sum(donors)::bigint as donors from fund_totals group by currency
    except
    select currency, sum(amount)::bigint, count(*) from donations
    where status = 'completed' and reversed_at is null group by currency
  `.execute(database.readWrite);
  expect(rows).toEqual([]);
});

test("a history has every method, currency and result, and Zakat", async () => {
  const kinds = await database.readWrite
    .selectFrom("payments as p")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .innerJoin("campaigns as c", "c.id", "d.campaign_id")
    .select(["p.method", "p.status", "p.currency", "c.is_zakat_eligible", "d.status as donation"])
    .where("p.reference", "like", "history-%")
    .distinct()
    .execute();
  const all = (field: keyof (typeof kinds)[number]) => [...new Set(kinds.map((kind) => kind[field]))];
  expect(all("method").sort()).toEqual(["bank", "card", "cash", "mobile"]);
  expect(all("status")).toEqual(expect.arrayContaining(["succeeded", "failed", "reversed"]));
  expect(all("currency").sort()).toEqual(["TZS", "USD"]);
  expect(all("is_zakat_eligible")).toHaveLength(2);
  expect(all("donation")).toEqual(expect.arrayContaining(["completed", "failed"]));
});

test("all triggers are enabled again after writing a history", async () => {
  const { rows } = await sql`select tgname from pg_trigger where tgenabled = 'D'`.execute(database.readWrite);
  expect(rows).toEqual([]);
});

test("a database with real donations refuses a history", async () => {
  const db = database.readWrite;
  await pendingDonation(db, { to: await campaign(db) });
  const donations = await count("donations");
  expect(await writeHistory(db, history)).toBe("refused");
  expect(await count("donations")).toBe(donations);
});
