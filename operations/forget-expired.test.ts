import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "#database/sql.server.ts";
import { testDatabase } from "#tests/support/database.ts";
import { forgetExpired } from "./forget-expired.ts";

const { url, close } = await testDatabase();
const database = openDatabase(url);
const db = database.everything;
afterAll(async () => {
  await database.close();
  await close();
});

test("what has expired goes, however much of it, and the rest stays", async () => {
  await sql`
    insert into attempts (key, used, until)
    select int4send(n), 1, now() + make_interval(secs => n - 12000) from generate_series(1, 12010) n
  `.execute(db);
  await sql`
    insert into rate_limits (subject, moments, last_at)
    select 's' || n, array[now()], now() - make_interval(hours => n * 24) from generate_series(0, 4) n
  `.execute(db);
  await sql`
    insert into idempotency_keys (address, key, body_hash, created_at)
    select '/', 'k' || n, 'h', now() - make_interval(days => n) from generate_series(0, 9) n
  `.execute(db);
  expect(await forgetExpired(db)).toMatchObject({ rate_limits: 3, idempotency_keys: 3 });
  const { rows } = await sql<{ left: bigint; limits: bigint; keys: bigint }>`
    select (select count(*) from attempts) as left, (select count(*) from rate_limits) as limits,
      (select count(*) from idempotency_keys) as keys
  `.execute(db);
  expect(rows[0]?.left).toBeLessThanOrEqual(10n);
  expect(rows[0]).toMatchObject({ limits: 2n, keys: 7n });
});

test("nothing to forget is nothing done", async () => {
  expect(await forgetExpired(db)).toMatchObject({ rate_limits: 0, gift_drafts: 0, sessions: 0 });
});
