import { sql, type KyselyPlugin } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { writeHistory } from "#database/seed/histories.ts";
import { openDatabase, type Database } from "#database/sql.server.ts";
import { testDatabase } from "#tests/support/database/open.ts";
import { addReconciledDays, listReconciledDays, listUnlistedDonations } from "./days-and-lines.ts";

let own: Awaited<ReturnType<typeof testDatabase>>;
let database: Database;
const days = { from: "2026-11-08", to: "2026-11-21" };

beforeAll(async () => {
  own = await testDatabase();
  database = openDatabase(own.url);
  const db = database.readWrite;
  const now = new Date("2026-11-21T20:00:00Z");
  await writeHistory(db, { donations: 6_000, campaigns: 20, days: 13, now });
  await sql`
    with file as (
      insert into statements (provider, source, name, hash, line_count) values ('azampay', 'file', 'all.csv', 'x', 1)
      returning id
    )
    insert into statement_lines (
      statement_id, last_statement_id, line, provider, key, reference, provider_reference, outcome, amount, day, payment_id
    )
    select file.id, file.id, p.id, provider, reference, reference, provider_reference, 'paid', amount,
      settled_at::date, p.id
    from payments p, file
    where provider = 'azampay' and p.status = 'succeeded' and p.id % 50 <> 0
  `.execute(db);
  await sql`analyze`.execute(db);
});

afterAll(async () => {
  await database?.close();
  await own?.close();
});

const plans = z.tuple([
  z.object({
    Plan: z.object({ "Shared Hit Blocks": z.number(), "Shared Read Blocks": z.number() }),
  }),
]);

/** The blocks of tables and indexes that the statements of a call read. */
async function blocksOf(call: (db: Database["readWrite"]) => Promise<unknown>): Promise<number> {
  let blocks = 0;
  const explaining: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind !== "RawNode" || !("sqlFragments" in node)) return node;
      const [first, ...others] = z.array(z.string()).parse(node.sqlFragments);
      const explained = {
        ...node,
        sqlFragments: [`explain (analyze, buffers, format json) ${first}`, ...others],
      };
      return explained;
    },
    transformResult({ result }) {
      const [row] = result.rows;
      const [{ Plan: plan }] = plans.parse(row?.["QUERY PLAN"]);
      blocks += plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
      return Promise.resolve({ ...result, rows: [] });
    },
  };
  await call(database.readWrite.withPlugin(explaining));
  return blocks;
}

test("two weeks of a storm are compared without a lookup for each donation", async () => {
  const found = await listReconciledDays(database.readWrite, "azampay", days);
  expect(found.length).toBeGreaterThan(12);
  expect(found.reduce((sum, { matched }) => sum + matched, 0n)).toBeGreaterThan(0n);
  const blocks = await blocksOf((db) => addReconciledDays(db, "azampay", days));
  expect(blocks).toBeGreaterThan(0);
  // A lookup for each donation, three tables deep, reads more than 40,000.
  expect(blocks).toBeLessThan(6_000);
});

test("unlisted donations of a day equal the day's figure", async () => {
  const [day] = await listReconciledDays(database.readWrite, "azampay", {
    from: "2026-11-15",
    to: "2026-11-15",
  });
  const unlisted = await listUnlistedDonations(database.readWrite, "azampay", "2026-11-15", 10_000);
  expect(unlisted.length).toBeGreaterThan(0);
  expect(unlisted.reduce((sum, { amount }) => sum + amount.amount, 0n)).toBe(day?.unlisted);
});
