import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate, readMigrations } from "#database/migrate.ts";
import { testDatabase } from "#tests/support/database/open.ts";

let own: Awaited<ReturnType<typeof testDatabase>>;

beforeAll(async () => {
  own = await testDatabase();
});

afterAll(async () => {
  await own?.close();
});

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** A database that nobody has migrated yet. */
async function bareDatabase(): Promise<{ url: string; [Symbol.asyncDispose](): Promise<void> }> {
  const url = new URL(own.url);
  url.pathname += `_${randomBytes(3).toString("hex")}`;
  const name = url.pathname.slice(1);
  await query(own.url, `create database "${name}"`);
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      await query(own.url, `drop database "${name}" with (force)`);
    },
  };
}

const applied = (url: string) => query(url, "select name from schema_migrations order by name");

test("two nodes that start together migrate once", async () => {
  await using bare = await bareDatabase();
  const said: string[] = [];
  await Promise.all(Array.from({ length: 4 }, () => migrate(bare.url, (line) => said.push(line))));
  expect(said).toEqual([expect.stringMatching(/^Migrating the database \(\d+ to apply\)$/)]);
  expect(await applied(bare.url)).toEqual(await applied(own.url));
});

test("two databases of one server may be migrated at the same moment", async () => {
  await using first = await bareDatabase();
  await using second = await bareDatabase();
  await Promise.all([migrate(first.url, () => {}), migrate(second.url, () => {})]);
  expect(await applied(first.url)).toEqual(await applied(second.url));
});

test("a migrated database is left as it is, without a word", async () => {
  const said: string[] = [];
  await migrate(own.url, (line) => said.push(line));
  expect(said).toEqual([]);
});

/** The real migrations, and one more that a later version would bring. */
const andThen = (text: string) => async () => [...(await readMigrations()), { name: "9999_later.sql", text }];

test("a migration that was changed after it had been applied is refused", async () => {
  await using bare = await bareDatabase();
  await migrate(bare.url, () => {}, andThen("create table later ()"));
  const changed = migrate(bare.url, () => {}, andThen("create table later (id integer)"));
  await expect(changed).rejects.toThrow(/9999_later.sql was changed/);
});

test("a failing migration is taken back whole, and those before it stay", async () => {
  await using bare = await bareDatabase();
  const broken = migrate(bare.url, () => {}, andThen("create table half (); select 1/0"));
  await expect(broken).rejects.toThrow(/9999_later.sql failed/);
  expect(await applied(bare.url)).toEqual(await applied(own.url));
  expect(await query(bare.url, "select to_regclass('half') as half")).toEqual([{ half: null }]);
});

test("totals of before, spread over rows, are folded into one for each campaign", async () => {
  await using bare = await bareDatabase();
  const all = await readMigrations();
  await migrate(
    bare.url,
    () => {},
    async () => all.filter(({ name }) => name < "0082"),
  );
  await query(
    bare.url,
    `insert into campaigns (id, title, description, goal_amount, currency) values
       ('well', 'A well', 'Water', 1000, 'TZS'), ('silent', 'Nothing yet', 'Silence', 0, 'USD');
     alter table campaign_totals disable trigger through_ledger;
     insert into campaign_totals (campaign_id, slot, raised, donors) values ('well', 0, 100, 1), ('well', 7, 150, 2);
     alter table campaign_totals enable trigger through_ledger`,
  );
  await migrate(bare.url, () => {});
  const totals = await query(bare.url, "select * from campaign_totals order by raised");
  expect(totals).toEqual([
    { campaign_id: "silent", currency: "USD", goal_amount: "0", raised: "0", donors: "0", share: null },
    { campaign_id: "well", currency: "TZS", goal_amount: "1000", raised: "250", donors: "3", share: 0.25 },
  ]);
  await expect(query(bare.url, "update campaign_totals set raised = 1")).rejects.toThrow(
    /through the ledger/,
  );
});

test("empty references of before become none, and no new ones get in", async () => {
  await using bare = await bareDatabase();
  const all = await readMigrations();
  await migrate(
    bare.url,
    () => {},
    async () => all.filter(({ name }) => name < "0120"),
  );
  await query(
    bare.url,
    `insert into campaigns (id, title, description, goal_amount, currency) values ('well', 'A well', 'Water', 1000, 'TZS');
     insert into donations (campaign_id, amount, currency, provider, external_id, transaction_id)
       values ('well', 1000, 'TZS', 'selcom', 'well_1', '');
     insert into payments (donation_id, provider, method, reference, provider_reference, operator_reference, amount, currency)
       select id, 'selcom', 'mobile', 'ours', '', '  ', 1000, 'TZS' from donations;
     insert into statements (provider, source, name, hash, line_count) values ('selcom', 'list', 'a list', '', 2);
     insert into statement_lines (statement_id, line, provider, key, reference, provider_reference, outcome)
       select id, 1, 'selcom', '', '', '', 'pending' from statements`,
  );
  await migrate(bare.url, () => {});
  const kept = `select p.provider_reference, p.operator_reference, d.transaction_id, l.reference, l.key like 'line %' as named
    from payments p, donations d, statement_lines l`;
  const none = { provider_reference: null, operator_reference: null, transaction_id: null, reference: null };
  expect(await query(bare.url, kept)).toEqual([{ ...none, named: true }]);
  for (const change of [
    "update payments set provider_reference = ''",
    "update payments set operator_reference = ' '",
    "update donations set transaction_id = ''",
    "update statement_lines set provider_reference = ''",
    "update statement_lines set reference = ' '",
    "update statement_lines set key = ''",
  ])
    await expect(query(bare.url, change), change).rejects.toThrow(/is_not_empty/);
});

test("an owner who may make no roles is told so, and the schema stands", async () => {
  await using bare = await bareDatabase();
  const owner = `owner_${randomBytes(4).toString("hex")}`;
  await query(own.url, `create role ${owner}; grant ${owner} to current_user`);
  await query(own.url, `alter database "${new URL(bare.url).pathname.slice(1)}" owner to ${owner}`);
  const url = new URL(bare.url);
  url.searchParams.set("options", `-c role=${owner}`);

  const said: string[] = [];
  await migrate(url.href, (line) => said.push(line));
  expect(said.at(-1)).toMatch(/allows no role of its own/);
  expect(await applied(url.href)).toEqual(await applied(own.url));
  // The right itself is gone, before any trigger is asked.
  await expect(query(url.href, "update postings set amount = 1")).rejects.toThrow(/permission denied/);

  await query(bare.url, `reassign owned by ${owner} to current_user; drop owned by ${owner}`);
  await query(own.url, `drop role ${owner}`);
});
