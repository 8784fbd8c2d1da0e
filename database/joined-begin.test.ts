import { connect, createServer, type AddressInfo } from "node:net";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { testRecords } from "#tests/support/database/open.ts";
import { openDatabase } from "#database/sql.server.ts";

const { asOwner, webUrl } = await testRecords();
await sql`create table begun_for_a_test (one int primary key)`.execute(asOwner);
await sql`grant select, insert on begun_for_a_test to public`.execute(asOwner);

const store = (one: number) => sql`insert into begun_for_a_test values (${one})`;
const stored = async () =>
  (await sql<{ one: number }>`select one from begun_for_a_test`.execute(asOwner)).rows;

/** One connection, and how often it waited for the server. */
async function openCounted() {
  let waits = 0;
  let isAnswered = true;
  const server = createServer((client) => {
    const behind = connect(Number(new URL(webUrl).port), new URL(webUrl).hostname);
    client.on("data", () => {
      if (isAnswered) waits += 1;
      isAnswered = false;
    });
    behind.on("data", () => (isAnswered = true));
    client.pipe(behind).pipe(client);
    client.on("error", () => behind.destroy());
    behind.on("error", () => client.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = new URL(webUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  const database = openDatabase(url.href, { poolSize: 1 });
  const db = database.readWrite;
  // The first transaction of a connection prepares its begin.
  await db.transaction().execute((tx) => sql`select 1`.execute(tx));
  onTestFinished(async () => {
    await database.close();
    server.close();
    await sql`truncate begun_for_a_test`.execute(asOwner);
  });
  return {
    db,
    async waitsOf(work: () => Promise<unknown>) {
      const before = waits;
      await work();
      return waits - before;
    },
  };
}

test("a transaction begins in the message of its first statement", async () => {
  const { db, waitsOf } = await openCounted();
  const two = () =>
    db.transaction().execute(async (tx) => {
      await store(1).execute(tx);
      await store(2).execute(tx);
    });
  expect(await waitsOf(two)).toBe(3);
  expect(await stored()).toEqual([{ one: 1 }, { one: 2 }]);
});

test("a transaction without a statement sends nothing", async () => {
  const { db, waitsOf } = await openCounted();
  expect(await waitsOf(() => db.transaction().execute(async () => {}))).toBe(0);
  await store(1).execute(db);
  expect(await stored()).toEqual([{ one: 1 }]);
});

test.each([1, 5])("work that throws after %i statements leaves nothing", async (statements) => {
  const { db } = await openCounted();
  const work = db.transaction().execute(async (tx) => {
    for (let at = 0; at < statements; at += 1) await store(at).execute(tx);
    throw new Error("changed my mind");
  });
  await expect(work).rejects.toThrow("changed my mind");
  expect(await stored()).toEqual([]);
});

test("a refused first statement leaves nothing and the connection goes on", async () => {
  const { db } = await openCounted();
  await store(1).execute(db);
  for (let time = 0; time < 5; time += 1) {
    const work = db.transaction().execute(async (tx) => {
      await store(1).execute(tx);
    });
    await expect(work).rejects.toMatchObject({ code: "23505" });
  }
  await db.transaction().execute(async (tx) => {
    await store(2).execute(tx);
    expect((await sql<{ count: bigint }>`select count(*) from begun_for_a_test`.execute(tx)).rows).toEqual([
      { count: 2n },
    ]);
  });
  expect(await stored()).toEqual([{ one: 1 }, { one: 2 }]);
});

test("a caught failure of the first statement still stores nothing", async () => {
  const { db } = await openCounted();
  await store(1).execute(db);
  const work = db.transaction().execute(async (tx) => {
    await store(1)
      .execute(tx)
      .catch(() => {});
    await store(2).execute(tx);
  });
  await expect(work).rejects.toMatchObject({ code: "25P02" });
  expect(await stored()).toEqual([{ one: 1 }]);
});

test("values that cannot be sent leave the connection usable", async () => {
  const { db } = await openCounted();
  const unsendable = {
    toPostgres: () => {
      throw new Error("cannot be sent");
    },
  };
  const work = db.transaction().execute((tx) => sql`select ${unsendable}::text`.execute(tx));
  await expect(work).rejects.toThrow("cannot be sent");
  await db.transaction().execute((tx) => store(1).execute(tx));
  expect(await stored()).toEqual([{ one: 1 }]);
});

test("several statements in one text share the transaction", async () => {
  const { db } = await openCounted();
  const work = db.transaction().execute(async (tx) => {
    await sql
      .raw("insert into begun_for_a_test values (1); insert into begun_for_a_test values (2)")
      .execute(tx);
    throw new Error("changed my mind");
  });
  await expect(work).rejects.toThrow("changed my mind");
  expect(await stored()).toEqual([]);
});

test("each transaction has its own time", async () => {
  const { db } = await openCounted();
  const time = () =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ now: Date; id: string }>`
        select now(), pg_current_xact_id()::text as id where 1 = ${1}
      `.execute(tx);
      return rows[0];
    });
  const [first, second] = [await time(), await time()];
  expect(second?.id).not.toBe(first?.id);
  expect(second?.now.getTime()).toBeGreaterThanOrEqual(first?.now.getTime() ?? NaN);
});
