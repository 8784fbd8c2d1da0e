import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#database/sql.server.ts";
import { testRecords } from "#tests/support/database/open.ts";

const { url, database, db } = await testRecords();

/** The only relations that public pages can read. A new table is not among them until a developer adds it here. */
const readable = [
  "about_section",
  "bank_details",
  "hero_section",
  "infrastructure_projects",
  "pages",
  "pictures",
  "public_campaign_budget_lines",
  "public_campaign_pictures",
  "public_campaign_plans",
  "public_campaign_updates",
  "public_campaigns",
  "public_daily_totals",
  "public_external_figures",
  "public_latest_donations",
  "public_recent_donations",
  "public_settings",
  "public_standings",
  "public_support_messages",
  "public_team",
  "public_totals",
  "public_use_changes",
  "public_zakat_rulings",
  "vice_chancellor_message",
];

test("the public role reads only its listed relations", async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p')
      and has_table_privilege('amana_public', oid, 'select')
    order by relname
  `.execute(db);
  expect(rows.map(({ name }) => name)).toEqual(readable);
});

test("the public role cannot change anything", async () => {
  const { rows } = await sql`
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'S')
      and has_table_privilege('amana_public', oid, 'insert, update, delete, truncate, references, trigger')
  `.execute(db);
  expect(rows).toEqual([]);
});

test.each([
  "donations",
  "payments",
  "provider_messages",
  "cases",
  "outbox",
  "idempotency_keys",
  "donation_drafts",
  "journal",
  "postings",
  "audit_log",
  "campaigns",
  "campaign_updates",
  "followers",
  "donor_links",
  "support_messages",
  "site_settings",
  "team_members",
  "users",
  "credentials",
  "sessions",
  "verifications",
  "secrets",
])("public pages are denied %s", async (table) => {
  const read = sql`select * from ${sql.table(table)}`.execute(database.publicReads);
  await expect(read).rejects.toThrow(`permission denied for table ${table}`);
});

test.each(readable)("public pages read %s", async (relation) => {
  const { rows } = await sql`select * from ${sql.table(relation)}`.execute(database.publicReads);
  expect(rows).toEqual([]);
});

test("public pages cannot write, even with a right granted by mistake", async () => {
  await sql`grant insert on pictures to amana_public`.execute(db);
  const write = sql`insert into pictures (id, width, height, alt) values ('a', 1, 1, '')`;
  await expect(write.execute(database.publicReads)).rejects.toThrow(/read-only transaction/);
});

test("no public view contains a column with personal data", async () => {
  const { rows } = await sql`
    select table_name, column_name from information_schema.columns
    where table_name = any(${readable})
      and column_name ~ 'email|phone|donor_|owner|author|actor|ip$|session|password|message|key_|secret'
      and (table_name, column_name) not in (
        ('public_settings', 'key'),
        -- Its donor agreed to show it, and staff approved it.
        ('public_support_messages', 'message')
      )
  `.execute(db);
  expect(rows).toEqual([]);
});

test("amounts are bigint and days are days, in any server time zone", async () => {
  const { rows } = await sql`
    select 9007199254740993::bigint as amount, date '2026-03-01' as day, count(*) as rows from pictures
  `.execute(database.publicReads);
  expect(rows).toEqual([{ amount: 9_007_199_254_740_993n, day: "2026-03-01", rows: 0n }]);
});

test("options in the database URL are kept with ours", async () => {
  const named = new URL(url);
  named.searchParams.set("options", "-c application_name=fund");
  const other = openDatabase(named.href, { poolSize: 1 });
  const { rows } = await sql`
    select current_setting('application_name') as name, current_user as role
  `.execute(other.publicReads);
  await other.close();
  expect(rows).toEqual([{ name: "fund", role: "amana_public" }]);
});

test("a connection cut while in use fails only its query", async () => {
  const admin = new pg.Client(url);
  await admin.connect();
  const cut = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`select pg_backend_pid() as id`.execute(tx);
    await admin.query("select pg_terminate_backend($1)", [rows[0]?.id]);
    await sql`select 1`.execute(tx);
  });
  await expect(cut).rejects.toThrow(/terminat|connection error|ECONNRESET/i);
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await admin.end();
  const { rows } = await sql`select 1 as alive`.execute(db);
  expect(rows).toEqual([{ alive: 1 }]);
});

test.each(["readWrite", "publicReads"] as const)(
  "requests that wait for a connection are counted: %s",
  async (kind) => {
    const database = openDatabase(url, { poolSize: 1 });
    const done = Promise.withResolvers<void>();
    onTestFinished(() => {
      done.resolve();
      return database.close();
    });
    const held = database[kind].connection().execute(() => done.promise);
    const waiting = sql`select 1`.execute(database[kind]);
    await expect.poll(database.countWaiting).toBe(1);
    done.resolve();
    await Promise.all([held, waiting]);
    expect(database.countWaiting()).toBe(0);
  },
);
