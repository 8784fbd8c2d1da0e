import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type Database } from "#database/sql.server.ts";
import { onDatabase, testDatabase } from "#tests/support/database/open.ts";
import { giveAttemptBack, takeAttempt } from "./attempts.ts";

let own: Awaited<ReturnType<typeof testDatabase>>;
let nodes: Database[];

beforeAll(async () => {
  own = await testDatabase();
  nodes = [openDatabase(own.webUrl), openDatabase(own.webUrl)];
});

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await own?.close();
});

const take = async (what: string, most = 3, node = 0) => {
  const db = nodes[node]?.everything;
  if (!db) throw new Error("no such node");
  return takeAttempt(db, [{ what, most, seconds: 60 }]);
};

test("two nodes together allow no more than the limit, all at once or not", async () => {
  const taken = await Promise.all(Array.from({ length: 12 }, (_, at) => take("together", 5, at % 2)));
  expect(taken.filter(({ kind }) => kind === "free")).toHaveLength(5);
  const after = await take("together", 5);
  expect(after).toEqual({ kind: "used-up", seconds: expect.any(Number) });
  if (after.kind === "used-up") expect(after.seconds).toBeGreaterThan(0);
});

test("the limit is free again when its time is over", async () => {
  await take("over", 1);
  expect((await take("over", 1)).kind).toBe("used-up");
  await onDatabase(own.url, "update attempts set until = now() - interval '1 second'");
  expect((await take("over", 1)).kind).toBe("free");
});

test("where one limit is used up, no other is touched", async () => {
  const db = nodes[0]?.everything;
  if (!db) throw new Error("no such node");
  const narrow = { what: "narrow", most: 1, seconds: 60 };
  const wide = { what: "wide", most: 3, seconds: 60 };
  for (let at = 0; at < 9; at++) await takeAttempt(db, [narrow, wide]);
  expect((await take("wide")).kind).toBe("free");
  expect((await take("wide")).kind).toBe("free");
  expect((await take("wide")).kind).toBe("used-up");
});

test("what is given back can be taken again", async () => {
  const db = nodes[0]?.everything;
  if (!db) throw new Error("no such node");
  const limit = { what: "back", most: 1, seconds: 60 };
  for (let at = 0; at < 5; at++) {
    expect((await takeAttempt(db, [limit])).kind).toBe("free");
    await giveAttemptBack(db, [limit]);
  }
});

test("what was tried cannot be read from the table", async () => {
  await take("sign-in amina@fund.example");
  const rows = await nodes[0]?.everything
    .selectFrom("attempts")
    .select(sql<string>`key::text`.as("key"))
    .execute();
  expect(rows?.length).toBeGreaterThan(0);
  for (const { key } of rows ?? []) expect(key).toMatch(/^\\x[0-9a-f]{64}$/);
});
