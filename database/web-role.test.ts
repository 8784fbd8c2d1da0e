import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { openDatabase, sessionSettings } from "#database/sql.server.ts";
import { openWebRole } from "#database/web-role.ts";
import { webUrlOf } from "#database/logins.ts";
import { migrate } from "#database/migrate.ts";
import { onDatabase, testRecords } from "#tests/support/database/open.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { nameActor } from "#database/accounts/role-grants.ts";
import { campaign, complete, pendingDonation } from "#tests/support/database/records.ts";

// An intruder with the site's connection has the rights of the site's role. These tests try an intruder's first
// steps.

const { url, webUrl, db, asOwner } = await testRecords("empty", { hasOwnRole: true });
const owner = decodeURIComponent(new URL(url).username);
const role = decodeURIComponent(new URL(webUrl).username);

await complete(db, await pendingDonation(db, { to: await campaign(db) }));
await db.insertInto("audit_log").values({ action: "tried", subject: "thing:1" }).execute();
await db
  .insertInto("security_events")
  .values({ kind: "forbidden", request_id: "r-1", client: "c", path: "/admin" })
  .execute();
await db.insertInto("alarms").values({ kind: "ledger", subject: "", details: "{}" }).execute();

const organizer = await colleague(db, "organizer");
const admin = await colleague(db, "admin");
await asOwner
  .insertInto("users")
  .values({ id: "left", name: "left", email: "left@fund.example", role: "admin", banned: true })
  .execute();

test.each([
  "alter table journal disable trigger all",
  "alter table donations disable trigger guard",
  "alter table donations drop constraint donations_amount_check",
  "alter table audit_log owner to current_user",
  "drop table audit_log",
  "drop trigger guard on payments",
  "drop trigger append_only on audit_log",
  "create trigger mine before insert on donations for each row execute function refuse_change()",
  "create function mine() returns integer language sql return 1",
  "create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'",
  "create table mine (id integer)",
  "create temporary table mine (id integer)",
  "create function pg_temp.mine() returns integer language sql return 1",
  "create schema mine",
  "create view mine as select 1",
  "create rule mine as on insert to donations do instead nothing",
  "create table pgboss.mine (id integer)",
  "truncate donations cascade",
  "truncate sessions",
  `set role "${owner}"`,
  `set session authorization "${owner}"`,
  "set role postgres",
  "set session_replication_role = replica",
  "create role mine superuser",
  `grant "${owner}" to current_user`,
  `alter role "${owner}" password 'mine'`,
  "copy donations to program 'cat'",
  "copy donations to '/tmp/mine'",
  "select pg_read_file('/etc/hostname')",
  "update journal set note = 'mine'",
  "delete from journal",
  "update postings set amount = 1",
  "delete from postings",
  "update audit_log set action = 'mine'",
  "delete from audit_log",
  "insert into audit_log (action, subject, at) values ('mine', 'thing:1', now() - interval '1 year')",
  "insert into journal (kind, written_in) values ('payout', '9999')",
  "update campaign_totals set raised = 1",
  "delete from fund_totals",
  "insert into daily_totals (day, campaign_id, slot, raised, donors) select '2026-01-01', id, 0, 1, 1 from campaigns",
  "update schema_migrations set checksum = ''",
  "delete from security_events",
  "truncate security_events",
  "update security_events set client = 'many'",
  "update security_events set at = now() - interval '1 year'",
  "delete from alarms",
  "update alarms set raised_at = now() - interval '1 year'",
  "update alarms set kind = 'mine'",
  "delete from cases",
  "delete from donations",
  "delete from payments",
  "delete from proposals",
  "delete from offline_donations",
  "delete from outbox",
  "delete from users",
  "delete from record_versions",
  "delete from job_runs",
  "delete from backups",
  "delete from provider_messages",
  "truncate provider_messages",
  "update provider_messages set verdict = 'reversed'",
  "update provider_messages set verdict = null, judged_at = null",
  "update provider_messages set judged_at = now() + interval '1 day'",
  "update provider_messages set payment_id = null",
  "update provider_messages set body = 'mine'",
  "update provider_messages set headers = '{\"a\": 1}'",
  "update provider_messages set received_at = now() - interval '1 year'",
  "select lo_create(0)",
  "select lo_from_bytea(0, 'mine')",
  "select setval('receipt_numbers', 1)",
  "update users set role = 'admin' where role = 'organizer'",
  "update users set role = 'organizer' where role = 'admin'",
  "update users set banned = false where id = 'left'",
  "insert into users (id, name, email, role) values ('mine', 'mine', 'mine@fund.example', 'staff')",
  `insert into account_links (hash, kind, email, role, expires_at)
   values ('mine', 'invitation', 'mine@fund.example', 'admin', now() + interval '1 day')`,
  `insert into account_links (hash, kind, email, role, made_by, expires_at)
   values ('mine', 'invitation', 'mine@fund.example', 'admin', 'left', now() + interval '1 day')`,
  `insert into site_settings (key, value) values ('second-step', '{"required": false}')`,
  `insert into site_settings (key, value) values ('second-step', '{}')`,
])("the site's role is refused: %s", async (statement) => {
  await expect(sql.raw(statement).execute(db)).rejects.toThrow(
    /permission denied|must be (owner|superuser|able)|only roles with|cannot create temporary|cannot set/i,
  );
});

/** Makes this change for the named account. */
const changeFor = (actor: string, statement: string) =>
  db.transaction().execute(async (tx) => {
    await nameActor(tx, actor);
    await sql.raw(statement).execute(tx);
  });

const raises = `update users set role = 'staff' where id = '${organizer}'`;
const lifts = `insert into site_settings (key, value) values ('second-step', '{"required": false}')`;

test.each([raises, lifts])("only an enabled admin can be named for: %s", async (statement) => {
  for (const actor of ["unknown", "left", organizer])
    await expect(changeFor(actor, statement)).rejects.toThrow(/permission denied to change/);
  await changeFor(admin, statement);
});

test("an accepted invitation to the staff names its inviter", async () => {
  const insert = (id: string) =>
    `insert into users (id, name, email, role) values ('${id}', '${id}', '${id}@fund.example', 'staff')`;
  await expect(changeFor("unknown", insert("guest"))).rejects.toThrow(/permission denied to add staff/);
  await changeFor(admin, insert("guest"));
});

test("a staff invitation cannot replace an organizer invitation", async () => {
  await db
    .insertInto("account_links")
    .values({
      ...{ hash: Buffer.from("plain"), kind: "invitation", email: "plain@fund.example", role: "organizer" },
      expires_at: new Date(8.64e15),
    })
    .execute();
  const raised = db.updateTable("account_links").set({ role: "admin" }).where("role", "=", "organizer");
  await expect(raised.execute()).rejects.toThrow(/permission denied to invite staff/);
});

test("a message without a verdict is judged once and cleared later", async () => {
  const recorded = { provider: "selcom", kind: "status", body: "phone 255712345678" } as const;
  const { id } = await db
    .insertInto("provider_messages")
    .values(recorded)
    .returning("id")
    .executeTakeFirstOrThrow();
  const change = (set: { verdict?: string; body?: string; judged_at?: Date }) =>
    db.updateTable("provider_messages").set(set).where("id", "=", id).execute();
  await change({ verdict: "declined", judged_at: new Date() });
  await expect(change({ verdict: "succeeded" })).rejects.toThrow(/permission denied to change/);
  await expect(change({ body: "phone 999999999999 and more" })).rejects.toThrow(
    /permission denied to change/,
  );
  await change({ body: "phone 999999999999" });
  await change({ body: "" });
});

test("the site's role deletes security events after 30 days", async () => {
  const event = { kind: "forbidden", request_id: "r-2", client: "c", path: "/admin" } as const;
  await db
    .insertInto("security_events")
    .values({ ...event, at: sql<Date>`now() - interval '31 days'` })
    .execute();
  const old = db.deleteFrom("security_events").where("request_id", "=", "r-2");
  expect((await old.executeTakeFirst()).numDeletedRows).toBe(1n);
});

test("the site's role owns nothing and belongs to no role that does", async () => {
  const { rows } = await sql`
    select relname as name from pg_class where pg_has_role(${role}, relowner, 'member')
    union all select proname from pg_proc where pg_has_role(${role}, proowner, 'member')
    union all select nspname from pg_namespace where pg_has_role(${role}, nspowner, 'member')
    union all select datname from pg_database where pg_has_role(${role}, datdba, 'member')
    union all select rolname from pg_roles
      where rolname = ${role} and (rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication)
  `.execute(db);
  expect(rows).toEqual([]);
});

test("no view lets the site's role write to its tables", async () => {
  const { rows } = await sql`
    select relname from pg_class
    where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace
      and has_table_privilege(${role}, oid, 'insert, update, delete')
  `.execute(db);
  expect(rows).toEqual([]);
});

test("the next start grants rights on a later migration's table", async () => {
  await onDatabase(url, "create table later (id integer generated by default as identity)");
  await expect(sql`insert into later default values`.execute(db)).rejects.toThrow(/permission denied/);
  expect(await openWebRole({ owner: url }, fail)).toBe(webUrl);
  await sql`insert into later default values`.execute(db);
});

test("the next start resets a password and settings the role set itself", async () => {
  const name = new URL(url).pathname.slice(1);
  const changes = [
    "set default_transaction_read_only = on",
    "set search_path = nowhere",
    `in database "${name}" set search_path = nowhere`,
    "password 'mine'",
  ];
  await onDatabase(webUrl, changes.map((change) => `alter role "${role}" ${change}`).join(";"));
  expect(await openWebRole({ owner: url }, fail)).toBe(webUrl);
  await onDatabase(webUrl, "insert into later default values");
  const { rows } = await sql`
    select s.setconfig as settings from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
    where r.rolname = ${role}
  `.execute(db);
  const limits = Object.entries(sessionSettings).map(([name, value]) => `${name}=${value}`);
  expect(rows).toEqual([{ settings: limits }]);
});

test("after a migration replaces a trigger function, only the ledger changes totals", async () => {
  const { rows } = await sql<{ text: string }>`
    select pg_get_functiondef('add_to_total'::regproc) as text
  `.execute(db);
  const plain = String(rows[0]?.text).replace(/ SECURITY DEFINER\n SET search_path TO .*\n/, "\n");
  expect(plain).not.toMatch(/definer/i);
  await onDatabase(url, plain);
  await openWebRole({ owner: url }, fail);
  await complete(db, await pendingDonation(db, { to: await campaign(db) }));
});

test("the site's password derives from the owner's and does not contain it", () => {
  const address = "postgres://fund:secret%20word@db.example:5433/our%20fund?sslmode=require";
  const site = new URL(webUrlOf(address) ?? "");
  expect(webUrlOf(address)).toBe(site.href);
  expect([site.host, site.pathname, site.search]).toEqual([
    "db.example:5433",
    "/our%20fund",
    "?sslmode=require",
  ]);
  expect(site.username).toBe("our%20fund_web");
  expect(site.password).toMatch(/^[0-9a-f]{48}$/);
  expect(webUrlOf(address.replace("our", "your"))).not.toContain(site.password);
  expect(webUrlOf("postgres://fund@db.example/fund")).toBeNull();
});

test("an owner unable to create roles serves the site with a warning", async () => {
  await using poor = await poorOwner();
  await migrate(poor.url, () => {});
  const recorded: string[] = [];
  expect(await openWebRole({ owner: poor.url }, (line) => recorded.push(line))).toBe(poor.url);
  expect(recorded).toEqual([expect.stringMatching(/^Warning: .*can change tables.*DATABASE_OWNER_URL/)]);
});

test("a role created by the operator gets its rights from the owner", async () => {
  await using made = await login();
  await using poor = await poorOwner();
  await migrate(poor.url, () => {});
  const web = Object.assign(new URL(poor.url), { username: made.role, password: made.role }).href;
  expect(await openWebRole({ owner: poor.url, web }, fail)).toBe(web);
  const site = openDatabase(web, { poolSize: 1 });
  await campaign(site.readWrite);
  const attack = sql`alter table campaigns disable trigger all`.execute(site.readWrite);
  await expect(attack).rejects.toThrow(/must be owner/);
  await site.close();
});

test("a table that an operator made leaves the site its own role", async () => {
  await using made = await login();
  await using poor = await poorOwner();
  await migrate(poor.url, () => {});
  const database = new URL(url);
  database.pathname = new URL(poor.url).pathname;
  await onDatabase(database.href, "create table notes_of_the_operator (text text)");
  const web = Object.assign(new URL(poor.url), { username: made.role, password: made.role }).href;
  expect(await openWebRole({ owner: poor.url, web }, fail)).toBe(web);
});

test("the owner's URL for the site keeps its rights with a warning", async () => {
  const recorded: string[] = [];
  expect(await openWebRole({ owner: url, web: url }, (line) => recorded.push(line))).toBe(url);
  expect(recorded).toEqual([expect.stringMatching(/^Warning: /)]);
  await onDatabase(url, "select count(*) from journal; update campaigns set title = title");
});

/** A role with its own password. The cluster for tests accepts roles whose names end like this. */
async function login() {
  const role = `${inject("run")}_${randomBytes(4).toString("hex")}_web`;
  await onDatabase(url, `create role ${role} login password '${role}'`);
  return { role, [Symbol.asyncDispose]: () => onDatabase(url, `drop role ${role}`) };
}

/** The owner of an empty database, without rights outside it. */
async function poorOwner() {
  const own = await login();
  const { role } = own;
  await onDatabase(url, `create database ${role} owner ${role}`);
  const address = new URL(url);
  Object.assign(address, { username: role, password: role, pathname: `/${role}` });
  return {
    url: address.href,
    async [Symbol.asyncDispose]() {
      await onDatabase(url, `drop database ${role} with (force)`);
      await own[Symbol.asyncDispose]();
    },
  };
}

test("functions that run as the owner search temporary tables last", async () => {
  const { rows } = await sql<{ name: string; path: string }>`
    select proname as name, array_to_string(proconfig, ';') as path from pg_proc
    where prosecdef and pronamespace = 'public'::regnamespace
  `.execute(asOwner);
  expect(rows.length).toBeGreaterThan(1);
  for (const { name, path } of rows) expect([name, path]).toEqual([name, "search_path=public, pg_temp"]);
});

function fail(warning: string): never {
  throw new Error(warning);
}
