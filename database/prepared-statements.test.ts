import { Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import type { Tables } from "#database/tables.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { openDatabase } from "#database/sql.server.ts";

const { db, asOwner, webUrl } = await testRecords();

const prepared = async (tx: Kysely<Tables>, part: string) => {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement like ${`%${part}%`} and statement not like '%pg_prepared%'
  `.execute(tx);
  return rows.length;
};

test("a repeated statement is parsed once on its connection", async () => {
  await db.connection().execute(async (one) => {
    for (let time = 0; time < 5; time++)
      expect((await sql`select ${time}::int as repeated`.execute(one)).rows).toEqual([{ repeated: time }]);
    expect(await prepared(one, "as repeated")).toBe(1);
  });
});

test("statements that differ each time get no name", async () => {
  await db.connection().execute(async (one) => {
    for (let time = 1; time <= 5; time++)
      await sql`select ${"a"}::text as ${sql.id(`differing_${time}`)}`.execute(one);
    expect(await prepared(one, "differing_")).toBe(0);
  });
});

test("text without values may hold several statements", async () => {
  for (let time = 0; time < 5; time++) await sql.raw("select 1; select 2").execute(db);
});

test("a changed table costs a prepared statement one failure", async () => {
  await sql`create table prepared_for_a_test (one int)`.execute(asOwner);
  const read = () => sql`select * from prepared_for_a_test where 1 = ${1}::int`.execute(asOwner);
  for (let time = 0; time < 5; time++) await asOwner.transaction().execute(read);
  await sql`alter table prepared_for_a_test add column two int`.execute(asOwner);
  const failures = [];
  for (let time = 0; time < 5; time++) await read().catch((error: unknown) => failures.push(error));
  expect(failures.length).toBeLessThanOrEqual(1);
});

test("two databases of one process share no names", async () => {
  const other = openDatabase(webUrl, { poolSize: 1 });
  for (const each of [db, other.readWrite])
    for (let time = 0; time < 4; time++) await sql`select ${"shared"}::text as shared`.execute(each);
  await other.close();
});

test("a conflict index chosen by a value is found on every execution", async () => {
  await sql`create table conflicts_for_a_test (one int, kind text)`.execute(asOwner);
  await sql`create unique index on conflicts_for_a_test (one) where kind = 'file'`.execute(asOwner);
  await asOwner.connection().execute(async (one) => {
    for (let time = 0; time < 12; time++)
      await sql`
        insert into conflicts_for_a_test values (${1}, 'file') on conflict (one) where kind = ${"file"} do nothing
      `.execute(one);
  });
});

test("an upsert with a condition on the row is prepared", async () => {
  await sql`create table upserts_for_a_test (one int primary key, two int)`.execute(asOwner);
  await asOwner.connection().execute(async (one) => {
    for (let time = 0; time < 5; time++)
      await sql`
        insert into upserts_for_a_test as known values (1, ${time}::int)
        on conflict (one) do update set two = excluded.two where known.two < ${time}::int
      `.execute(one);
    expect(await prepared(one, "upserts_for_a_test")).toBe(1);
  });
});
