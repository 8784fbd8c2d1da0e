import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { meaningsOf } from "#domain/donations/search.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { campaign } from "#tests/support/database/records.ts";
import { listDonations, type DonationOrder } from "./list.ts";
import type { Cursor } from "#database/list-page.ts";
import type { Reads } from "#database/sql.server.ts";

const { db, asOwner } = await testRecords();
const many = 30_000;

// Names of one in 40, one in 700 and one in 6,000 donations. One donor started recently. Another returned after a
// long time. A group gave thousands of times in a few days, and seldom later.
beforeAll(async () => {
  const to = await campaign(db);
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`
      insert into donations (campaign_id, amount, currency, donor_name, is_anonymous, provider, external_id, created_at)
      select ${to}, 1000 + (n * 7919) % 1000003, 'TZS',
        case
          when n % 6000 = 7 then 'Rehema Hapana'
          when n % 700 = 3 then 'Mwajuma Kati'
          when n > ${many - 28} or n < 100 then 'Tatu Mbali'
          when n > ${many - 80} then 'Latifa Juzi'
          when n between 8500 and 12000 or (n > 22000 and n % 1000 = 11) then 'Zuhura Kundi'
          when n % 700 = 5 then 'Alumni of 2009 (' || n || ')'
          when n % 40 = 0 then 'Asha Kila'
          else 'Somebody ' || n
        end,
        n % 3 = 0, 'azampay', 'many_' || n, timestamptz '2026-01-01 00:00:00Z' + n * interval '1 minute'
      from generate_series(1, ${many}::integer) n
    `.execute(tx);
    await sql`
      insert into payments (donation_id, provider, method, reference, amount, currency)
      select id, provider, 'mobile', external_id, amount, currency from donations
    `.execute(tx);
  });
  await sql`analyze donations, payments`.execute(asOwner);
});

const orders: Record<DonationOrder, string> = {
  "-date": "created_at desc, id desc",
  date: "created_at, id",
  "-amount": "amount desc, created_at desc, id desc",
  amount: "amount, created_at, id",
};

test.each(
  Object.keys(orders).flatMap((order) =>
    ["asha", "kati mwajuma", "rehema", "latifa", "tatu", "zuhura", "Alumni of 2009", "salima"].map((name) => [
      name,
      order,
    ]),
  ),
)("pages of any name show each match once: %s by %s", async (name, sort) => {
  const order = Object.keys(orders).find((each): each is DonationOrder => each === sort);
  if (order === undefined) throw new Error(sort);
  const expected = await sql<{ id: bigint }>`
    select id from donations where donor_name ilike ${`%${name.split(" ")[0] ?? ""}%`} and not is_anonymous
    order by ${sql.raw(orders[order])}
  `.execute(db);
  const all = expected.rows.map(({ id }) => id);

  const size = name === "zuhura" ? 700 : 20;
  const filter = { ...nothing, meanings: meaningsOf(name) };
  const page = (cursor: Cursor) => listDonations(db, filter, { order, cursor, size });
  const seen: bigint[] = [];
  let last = await page(null);
  for (;;) {
    seen.push(...last.rows.map(({ id }) => id));
    if (last.after === null) break;
    last = await page({ side: "after", id: last.after });
  }
  expect(seen).toEqual(all);
  const [first] = last.rows;
  if (last.before === null || first === undefined) return;
  const back = await page({ side: "before", id: last.before });
  expect(back.rows.map(({ id }) => id)).toEqual(all.slice(0, all.indexOf(first.id)).slice(-size));
});

test("two common names that no donor has together read few donations", async () => {
  const filter = { ...nothing, meanings: meaningsOf("asha zuhura") };
  const read = await db.transaction().execute(async (tx) => {
    const before = await rowsRead(tx);
    const { rows } = await listDonations(tx, filter, { order: "-date", cursor: null, size: 20 });
    expect(rows).toEqual([]);
    return (await rowsRead(tx)) - before;
  });
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(2_000);
});

async function rowsRead(tx: Reads): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables where relname = 'donations'
  `.execute(tx);
  return Number(rows[0]?.count);
}

const nothing = {
  ...{ campaign: null, state: null, provider: null, method: null, amount: null, open: null },
  ...{ from: null, to: null },
};
