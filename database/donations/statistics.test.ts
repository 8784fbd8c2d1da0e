import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { testDatabase } from "#tests/support/database/open.ts";
import { openDatabase, type Database } from "#database/sql.server.ts";
import { readStatistics } from "./statistics.ts";

let database: Database;
let close: () => Promise<void>;

beforeAll(async () => {
  const own = await testDatabase("demo");
  close = own.close;
  database = openDatabase(own.webUrl);
});

afterAll(async () => {
  await database.close();
  await close();
});

test("the sum of all days equals the total of all time", async () => {
  const always = await readStatistics(database.publicReads, null);
  const range = await readStatistics(database.publicReads, { from: "2000-01-01", to: "2100-01-01" });
  expect(range).toEqual(always);
  expect(always.donors).toBeGreaterThan(100);
});

test("two halves add up, and a day without donations is zero", async () => {
  const { rows } = await sql<{ middle: string }>`
    select (percentile_disc(0.5) within group (order by day))::text as middle from daily_totals
  `.execute(database.readWrite);
  const middle = rows[0]?.middle ?? "";
  const next = new Date(Date.parse(middle) + 86_400_000).toISOString().slice(0, 10);
  const first = await readStatistics(database.publicReads, { from: "2000-01-01", to: middle });
  const second = await readStatistics(database.publicReads, { from: next, to: "2100-01-01" });
  const always = await readStatistics(database.publicReads, null);
  expect(first.raised.amount + second.raised.amount).toBe(always.raised.amount);
  expect(first.donors + second.donors).toBe(always.donors);
  expect(first.donors).toBeGreaterThan(0);
  const none = await readStatistics(database.publicReads, { from: "2000-01-01", to: "2000-01-02" });
  expect(none.raised.amount).toBe(0n);
});

test("only campaigns that accept donations are active", async () => {
  const { campaigns, active } = await readStatistics(database.publicReads, null);
  expect(active, "one of the demonstration's campaigns is completed").toBe(campaigns - 1);
  await sql`update campaigns set status = 'paused' where id = 'zakat'`.execute(database.readWrite);
  await sql`update campaigns set start_date = fund_day() - 9, end_date = fund_day() - 1 where id = 'cash-waqfu'`.execute(
    database.readWrite,
  );
  const later = await readStatistics(database.publicReads, null);
  expect([later.campaigns, later.active]).toEqual([campaigns, active - 2]);
});

test("the days match the ledger, and only the ledger writes them", async () => {
  expect(await database.readWrite.selectFrom("broken_promises").selectAll().execute()).toEqual([]);
  await expect(sql`update daily_totals set raised = 1`.execute(database.readWrite)).rejects.toThrow(
    "permission denied",
  );
});
