import { expect, test } from "vitest";
import { testRecords } from "#tests/support/database/open.ts";
import { clockWarning, databaseTime } from "./clock.ts";

const { db } = await testRecords();

/** Simulates a machine's clock that is this many seconds ahead of the database's clock. */
async function machine(ahead: number) {
  const now = (await databaseTime(db)).getTime();
  const begun = performance.now();
  return () => now + performance.now() - begun + ahead * 1_000;
}

test.each([
  [60, "ahead of"],
  [-3_600, "behind"],
])("a clock %i s ahead of the database is reported at start", async (ahead, words) => {
  expect(await clockWarning(db, await machine(ahead))).toContain(words);
});

test.each([0, 3, -3])("a clock %i s ahead of the database is accepted", async (ahead) => {
  expect(await clockWarning(db, await machine(ahead))).toBeNull();
});
