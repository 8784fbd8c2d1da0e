import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { migrate } from "#database/migrate.ts";
import { tableTypes, typesFile } from "#database/schema/table-types.ts";
import { bareDatabase, onDatabase, testDatabase } from "#tests/support/database/open.ts";
import { formatSource } from "#scripts/format-source.ts";

test("tables.ts has the types that the migrations give", async () => {
  const { url } = await bareDatabase();
  await migrate(url, () => {});
  const committed = await readFile(typesFile, "utf8");
  expect(formatSource(typesFile, await tableTypes(url)), "run npm run schema").toBe(committed);
});

test("checks, foreign keys, defaults and rights decide the types", async () => {
  const types = await typesAfter(`
    create table fruits (
      id bigint generated always as identity primary key,
      name text not null unique check (name in ('fig', 'date')),
      ripe_on date,
      seeds jsonb not null default '[]',
      weight integer generated always as (3) stored
    );
    create table meals (fruit text references fruits (name), at timestamptz not null default now());
    revoke update on meals from current_user;
  `);
  expect(types).toContain(
    [
      "fruits: {",
      "id: GeneratedAlways<bigint>;",
      'name: "fig" | "date";',
      "ripe_on: Day | null;",
      "seeds: ColumnType<unknown, string | undefined, string>;",
      "weight: GeneratedAlways<number | null>;",
      "};",
    ].join("\n"),
  );
  expect(types).toContain(
    [
      "meals: {",
      'fruit: ColumnType<"fig" | "date" | null, "fig" | "date" | null, never>;',
      "at: ColumnType<Date, Date | undefined, never>;",
      "};",
    ].join("\n"),
  );
});

test("a view keeps types and adds null for outer joins", async () => {
  const types = await typesAfter(`
    create table fruits (id bigint primary key, name text not null check (name in ('fig', 'date')));
    create table prices (fruit_id bigint not null, amount bigint not null);
    create view priced as
      select f.name, p.amount, p.amount * 2 as twice from fruits f left join prices p on p.fruit_id = f.id;
    create view figs as select name as fruit from priced;
  `);
  expect(types).toContain(
    [
      "priced: {",
      'name: GeneratedAlways<"fig" | "date">;',
      "amount: GeneratedAlways<bigint | null>;",
      "twice: GeneratedAlways<bigint | null>;",
      "};",
    ].join("\n"),
  );
  expect(types).toContain('figs: {\nfruit: GeneratedAlways<"fig" | "date">;\n};');
});

test("a missing mapped column and an unknown SQL type are refused", async () => {
  await expect(typesAfter("alter table payments rename column network to carrier")).rejects.toThrow(
    "names columns that do not exist: payments.network",
  );
  await expect(typesAfter("create table drawings (shape circle)")).rejects.toThrow("no type for circle");
});

async function typesAfter(change: string): Promise<string> {
  const { url, close } = await testDatabase();
  try {
    await onDatabase(url, change);
    return await tableTypes(url);
  } finally {
    await close();
  }
}
