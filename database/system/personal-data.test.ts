import { readFile, writeFile } from "node:fs/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { formatSource } from "#scripts/format-source.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { clearing, dataClasses, impersonalTables, notCleared, personalTables } from "./personal-data.ts";

const { db } = await testRecords();

async function textColumns(): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.table_name as name, array_agg(c.column_name::text order by c.column_name) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      and c.data_type not in (
        'bigint', 'integer', 'smallint', 'numeric', 'double precision', 'boolean', 'date', 'timestamp with time zone', 'xid8'
      )
    group by c.table_name
  `.execute(db);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

test("every column of text is listed as personal or as not", async () => {
  const found = await textColumns();
  const impersonal = new Set<string>(impersonalTables);
  const listed = personalTables.map(({ table, columns, other }) => [
    table,
    [...Object.keys(columns), ...other].toSorted(),
  ]);
  const inDatabase = [...found]
    .filter(([name]) => !impersonal.has(name))
    .map(([name, columns]) => [name, columns.toSorted()]);
  expect(
    Object.fromEntries(inDatabase),
    "a new column of text needs its line in database/system/personal-data.ts",
  ).toEqual(Object.fromEntries(listed));
  expect([...impersonal].filter((name) => !found.has(name))).toEqual([]);
});

test("a table without a rule says why it is kept", () => {
  for (const { table, rules, kept } of personalTables)
    expect([table, rules.length > 0 || kept !== undefined]).toEqual([table, true]);
});

test("every rule clears listed columns only, and none waits for another rule", () => {
  for (const { table, columns, rules } of personalTables)
    for (const { clears } of rules)
      expect(Object.keys(columns), table).toEqual(expect.arrayContaining(Object.keys(clears ?? {})));
});

// An hourly job must not read a table of millions of rows completely.
const largeTables = [
  "donations",
  "payments",
  "provider_messages",
  "outbox",
  "donation_notes",
  "statement_lines",
];

test.each(
  personalTables.flatMap(({ table, rules }) =>
    rules.flatMap(({ until, clears, due }) =>
      clears !== undefined && largeTables.includes(table) ? [{ table, until, clears, due }] : [],
    ),
  ),
)("$table, $until: the rows to clear are found by an index", async ({ table, clears, due }) => {
  const plan = await db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    return sql<{ "QUERY PLAN": string }>`
      explain select ctid from ${sql.table(table)} where ${notCleared(clears)} and ${due(new Date())} limit 500
    `.execute(tx);
  });
  const text = plan.rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(text).toMatch(/_to_(clear|forget)/);
});

test("clearing sets each column to its replacement value", () => {
  const { sql: text } = clearing({ donor_name: "Anonymous", donor_email: null }).compile(db);
  expect(text).toBe(`"donor_name" = 'Anonymous', "donor_email" = null`);
});

const page = "docs/personal-data.md";
const table = /<!-- table -->[\s\S]*<!-- \/table -->/;

test("docs/personal-data.md shows the list", async () => {
  const rows = personalTables.map(({ table: name, columns, rules, kept }) => [
    `\`${name}\``,
    dataClasses
      .flatMap((each) => {
        const those = Object.keys(columns).filter((column) => columns[column] === each);
        return those.length === 0 ? [] : [`${each}: ${those.join(", ")}`];
      })
      .join("; "),
    rules.length === 0 ? `kept: ${kept}` : rules.map(({ until }) => until).join("; "),
  ]);
  const lines = [["table", "columns", "deleted"], ["-----", "-------", "-------"], ...rows];
  const shown = `<!-- table -->\n\n${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n\n<!-- /table -->`;
  const text = await readFile(page, "utf8");
  const wanted = formatSource(
    new URL(`../../${page}`, import.meta.url),
    text.replace(table, () => shown),
  );
  if (process.env["WRITE_PERSONAL_DATA"]) await writeFile(page, wanted);
  else expect(text.match(table)?.[0]).toBe(wanted.match(table)?.[0]);
});
