import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openPair } from "#tests/support/database/pair.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./sql.server.ts";
import { openWebRole } from "./web-role.ts";

const pair = await openPair();
await migrate(pair.primary, () => undefined);
const web = await openWebRole({ owner: pair.primary }, (warning) => {
  throw new Error(warning);
});
const { port } = new URL(pair.standby);
const replicaUrl = Object.assign(new URL(web), { port }).href;
const database = openDatabase(web, { poolSize: 3, replicaUrl });
const { replica } = database;
afterAll(async () => {
  await database.close();
  await pair[Symbol.asyncDispose]();
});

/** The text that a public page shows, and the server that it comes from. */
async function readPage() {
  const { rows } = await sql<{ text: string | null; standby: boolean }>`
    select (select value->>'text' from public_settings where key = 'fund') as text, pg_is_in_recovery() as standby
  `.execute(database.publicReads);
  return rows[0];
}

async function write(text: string): Promise<void> {
  await sql`
    insert into site_settings (key, value, is_public) values ('fund', jsonb_build_object('text', ${text}::text), true)
    on conflict (key) do update set value = excluded.value
  `.execute(database.readWrite);
}

test("a node that hears no changes reads the primary", async () => {
  await write("first");
  expect(await readPage()).toEqual({ text: "first", standby: false });
});

test("a listening node reads the replica", async () => {
  replica?.setListening(true);
  await expect.poll(readPage).toEqual({ text: "first", standby: true });
});

test("an announced change is never read from a replica that lacks it", async () => {
  await pair.onStandby("select pg_wal_replay_pause()");
  await write("second");
  replica?.changed();
  for (let times = 0; times < 50; times++)
    expect(await readPage()).toEqual({ text: "second", standby: false });
  await pair.onStandby("select pg_wal_replay_resume()");
  await expect.poll(readPage).toEqual({ text: "second", standby: true });
});

test("reads that wait for a connection to the replica are counted", async () => {
  const done = Promise.withResolvers<void>();
  const held = Array.from({ length: 3 }, () =>
    database.publicReads.connection().execute(async (own) => {
      expect((await sql`select 1 where pg_is_in_recovery()`.execute(own)).rows).toHaveLength(1);
      await done.promise;
    }),
  );
  await expect.poll(database.countWaiting).toBe(0);
  const waiting = sql`select 1`.execute(database.publicReads);
  await expect.poll(database.countWaiting).toBe(1);
  done.resolve();
  await Promise.all([...held, waiting]);
  expect(database.countWaiting()).toBe(0);
});

test("public pages keep their role on the replica", async () => {
  const donors = sql`select * from donations`.execute(database.publicReads);
  await expect(donors).rejects.toThrow("permission denied for table donations");
});

test("a lost replica fails no read", async () => {
  await expect.poll(readPage).toEqual({ text: "second", standby: true });
  const reading = Array.from({ length: 20 }, async () => {
    for (let times = 0; times < 20; times++) expect(await readPage()).toHaveProperty("text", "second");
  });
  await pair.killStandby();
  await Promise.all(reading);
  expect(await readPage()).toEqual({ text: "second", standby: false });
});
