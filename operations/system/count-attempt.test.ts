import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type Database } from "#database/sql.server.ts";
import { timesCounted } from "#database/system/rate-limits.ts";
import { onDatabase, testDatabase } from "#tests/support/database/open.ts";
import { countAttempt, uncountAttempt } from "./count-attempt.ts";

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

function database(node = 0) {
  const db = nodes[node]?.readWrite;
  if (!db) throw new Error("no such node");
  return db;
}

const counted = (subject: string, most = 3) => ({ subject, limits: [{ most, within: 60 }] });
const count = (subject: string, most = 3, node = 0) => countAttempt(database(node), [counted(subject, most)]);

test("two nodes allow exactly the limit, at once or in turn", async () => {
  const attempts = await Promise.all(Array.from({ length: 60 }, (_, at) => count("together", 5, at % 2)));
  expect(attempts.filter(({ kind }) => kind === "passed")).toHaveLength(5);
  const after = await count("together", 5);
  expect(after).toMatchObject({ kind: "limited", retryAfter: expect.any(Number) });
  if (after.kind === "limited") expect(after.retryAfter).toBeGreaterThan(0);
});

test("the limit is free again after its time", async () => {
  await count("over", 1);
  expect((await count("over", 1)).kind).toBe("limited");
  await onDatabase(own.url, "update rate_limits set moments = array[now() - interval '61 seconds']");
  expect((await count("over", 1)).kind).toBe("passed");
});

test("the wait ends when the oldest attempt leaves the window", async () => {
  const at = (seconds: number) => new Date(Date.parse("2026-11-21T12:00:00Z") + seconds * 1_000);
  const limits = [
    { most: 2, within: 60 },
    { most: 3, within: 3_600 },
  ];
  const attempt = (seconds: number) => countAttempt(database(), [{ subject: "wait", limits }], at(seconds));
  expect(await attempt(0)).toEqual({ kind: "passed", before: 0 });
  expect(await attempt(50)).toEqual({ kind: "passed", before: 1 });
  expect(await attempt(55)).toEqual({ kind: "limited", subject: "wait", retryAfter: 5 });
  expect((await attempt(61)).kind).toBe("passed");
  expect(await attempt(200)).toEqual({ kind: "limited", subject: "wait", retryAfter: 3_400 });
});

test("a reached limit counts no other subject", async () => {
  const both = [counted("narrow", 1), counted("wide", 3)];
  for (let at = 0; at < 9; at++) await countAttempt(database(), both);
  expect((await count("wide")).kind).toBe("passed");
  expect((await count("wide")).kind).toBe("passed");
  expect((await count("wide")).kind).toBe("limited");
});

test("attempts of the same subjects in any order do not deadlock", async () => {
  const both = [counted("one", 1_000), counted("two", 1_000)];
  const attempts = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const subjects = at % 2 === 0 ? both : both.toReversed();
      const attempt = await countAttempt(database(at % 2), subjects);
      await uncountAttempt(database(at % 2), subjects);
      return attempt.kind;
    }),
  );
  expect(new Set(attempts)).toEqual(new Set(["passed"]));
});

test("an uncounted attempt can be made again", async () => {
  for (let at = 0; at < 5; at++) {
    expect((await count("back", 1)).kind).toBe("passed");
    await uncountAttempt(database(), [counted("back", 1)]);
  }
});

test("an attempt of a transaction that is rolled back is not counted", async () => {
  const rolledBack = database()
    .transaction()
    .execute(async (tx) => {
      await countAttempt(tx, [counted("rolled back", 1)]);
      throw new Error("rolled back");
    });
  await expect(rolledBack).rejects.toThrow("rolled back");
  expect((await count("rolled back", 1)).kind).toBe("passed");
});

test("a subject was counted as long as its longest limit lasts", async () => {
  const now = new Date("2026-11-21T12:00:00Z");
  await countAttempt(database(), [counted("earlier")], now);
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
  expect(await timesCounted(database(), [counted("other"), counted("earlier")], later(59))).toBe(1);
  expect(await timesCounted(database(), [counted("other"), counted("earlier")], later(61))).toBe(0);
  expect(await timesCounted(database(), [], now)).toBe(0);
});

test("the table stores no subject in clear text", async () => {
  await count("sign-in amina@fund.example");
  const rows = await database()
    .selectFrom("rate_limits")
    .select(sql<string>`subject`.as("key"))
    .execute();
  expect(rows.length).toBeGreaterThan(0);
  for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
});
