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

/** Gives the database to a new role without further rights, and returns its URL for that role. */
async function asNewOwner(database: string): Promise<{ url: string; owner: string }> {
  const owner = `owner_${randomBytes(4).toString("hex")}`;
  await query(own.url, `create role ${owner}; grant ${owner} to current_user`);
  await query(own.url, `alter database "${new URL(database).pathname.slice(1)}" owner to ${owner}`);
  const url = new URL(database);
  url.searchParams.set("options", `-c role=${owner}`);
  return { url: url.href, owner };
}

const applied = (url: string) => query(url, "select name from schema_migrations order by name");

test("two nodes that start together migrate once", async () => {
  await using bare = await bareDatabase();
  const lines: string[] = [];
  await Promise.all(Array.from({ length: 4 }, () => migrate(bare.url, (line) => lines.push(line))));
  expect(lines).toEqual([expect.stringMatching(/^Migrating the database \(\d+ to apply\)$/)]);
  expect(await applied(bare.url)).toEqual(await applied(own.url));
});

test("two databases of one server migrate at the same moment", async () => {
  await using first = await bareDatabase();
  await using second = await bareDatabase();
  await Promise.all([migrate(first.url, () => {}), migrate(second.url, () => {})]);
  expect(await applied(first.url)).toEqual(await applied(second.url));
});

test("a migrated database is left unchanged without messages", async () => {
  const lines: string[] = [];
  await migrate(own.url, (line) => lines.push(line));
  expect(lines).toEqual([]);
});

/** The real migrations, and one of a later version. */
const andThen = (text: string) => async () => [...(await readMigrations()), { name: "9999_later.sql", text }];

test("a migration changed after it was applied is refused", async () => {
  await using bare = await bareDatabase();
  await migrate(bare.url, () => {}, andThen("create table later ()"));
  const changed = migrate(bare.url, () => {}, andThen("create table later (id integer)"));
  await expect(changed).rejects.toThrow(/9999_later.sql was changed.*write a new migration/);
});

test("a database newer than the program is refused and left unchanged", async () => {
  await using bare = await bareDatabase();
  await migrate(bare.url, () => {}, andThen("create table later ()"));
  await expect(migrate(bare.url, () => {})).rejects.toThrow(
    /newer than this program.*9999_later.sql.*backup/,
  );
  await migrate(bare.url, () => {}, andThen("create table later ()"));
});

test("a database from before the squashed migrations is refused", async () => {
  await using bare = await bareDatabase();
  await query(
    bare.url,
    `create table schema_migrations (name text primary key, checksum text not null);
     insert into schema_migrations values ('0001_content.sql', ''), ('0003_giving.sql', '')`,
  );
  await expect(migrate(bare.url, () => {})).rejects.toThrow(
    /cannot be carried over. Set DATA_DIR to a new folder/,
  );
});

test("a failing migration is rolled back and earlier ones remain", async () => {
  await using bare = await bareDatabase();
  const broken = migrate(bare.url, () => {}, andThen("create table half (); select 1/0"));
  await expect(broken).rejects.toThrow(/9999_later.sql failed/);
  expect(await applied(bare.url)).toEqual(await applied(own.url));
  expect(await query(bare.url, "select to_regclass('half') as half")).toEqual([{ half: null }]);
});

const emptyReferences = [
  "update payments set provider_reference = ''",
  "update payments set operator_reference = ' '",
  "update donations set transaction_id = ''",
  "update statement_lines set provider_reference = ''",
  "update statement_lines set reference = ' '",
  "update statement_lines set key = ''",
];

test("an empty reference is refused in every column", async () => {
  await using bare = await bareDatabase();
  await migrate(bare.url, () => {});
  await query(
    bare.url,
    `insert into campaigns (id, title, description, goal_amount, currency) values ('well', 'A well', 'Water', 1000, 'TZS');
     insert into donations (campaign_id, amount, currency, provider, external_id)
       values ('well', 1000, 'TZS', 'selcom', 'well_1');
     insert into payments (donation_id, provider, method, reference, amount, currency)
       select id, 'selcom', 'mobile', 'ours', amount, currency from donations;
     insert into statements (provider, source, name, hash, line_count) values ('selcom', 'list', 'a list', '', 1);
     insert into statement_lines (statement_id, last_statement_id, line, provider, key, outcome)
       select id, id, 1, 'selcom', 'first', 'pending' from statements`,
  );
  for (const change of emptyReferences)
    await expect(query(bare.url, change), change).rejects.toThrow(/is_not_empty/);
});

test("a table that Amana did not make does not stop the next start", async () => {
  await using bare = await bareDatabase();
  const { url, owner } = await asNewOwner(bare.url);
  await migrate(url, () => undefined);
  await query(bare.url, "create table notes_of_the_operator (text text)");
  await migrate(url, () => undefined);
  expect(await applied(url)).toEqual(await applied(own.url));
  await query(bare.url, `reassign owned by ${owner} to current_user; drop owned by ${owner}`);
  await query(own.url, `drop role ${owner}`);
});

test("an owner without the right to create roles gets a warning", async () => {
  await using bare = await bareDatabase();
  const { url, owner } = await asNewOwner(bare.url);

  const lines: string[] = [];
  await migrate(url, (line) => lines.push(line));
  expect(lines.at(-1)).toMatch(/allows no separate role/);
  expect(await applied(url)).toEqual(await applied(own.url));
  // The right is missing, so no trigger runs.
  await expect(query(url, "update postings set amount = 1")).rejects.toThrow(/permission denied/);

  await query(bare.url, `reassign owned by ${owner} to current_user; drop owned by ${owner}`);
  await query(own.url, `drop role ${owner}`);
});

test("a migration that waits for a table ends no transaction that waits for the migration", async () => {
  const other = await testDatabase();
  await query(
    other.url,
    "create table first (n int); create table second (n int); insert into second values (1)",
  );
  const donation = new pg.Client(other.url);
  await donation.connect();
  await donation.query("begin; update second set n = 2");
  const change = {
    name: "9999_two_tables.sql",
    text: "alter table first add column m int; select pg_sleep(0.05); alter table second add column m int",
  };
  const migrating = migrate(
    other.url,
    () => undefined,
    async () => [...(await readMigrations()), change],
  );
  const waiting =
    "select from pg_locks where granted and mode = 'AccessExclusiveLock' and relation = 'first'::regclass";
  while ((await query(other.url, waiting)).length === 0);
  await donation.query("insert into first values (1); commit");
  await migrating;
  expect(await query(other.url, "select n, m from second")).toEqual([{ n: 2, m: null }]);
  await donation.end();
  await other.close();
});
