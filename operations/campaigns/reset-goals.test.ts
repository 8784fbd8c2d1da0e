import { sql } from "kysely";
import { expect, test } from "vitest";
import { lastGoalReset } from "#database/campaigns/goal-resets.ts";
import { lockRecord } from "#operations/content/lock-record.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { campaign } from "#tests/support/database/records.ts";
import { resetGoals, undoGoalReset } from "./reset-goals.ts";

const { db } = await testRecords();
const [amina, zuhura] = [await colleague(db, "admin"), await colleague(db, "admin")];
const wells = await campaign(db, { id: "wells", goal_amount: 1_000n });

const reset = (goal: bigint, by = amina) => resetGoals(db, { goal, by, now: new Date() });
const undo = (id: bigint, by = amina) => undoGoalReset(db, { reset: id, by, now: new Date() });
const lastId = async () => (await lastGoalReset(db))?.id ?? 0n;
const goalOf = async () =>
  (await db.selectFrom("campaigns").select("goal_amount").where("id", "=", wells).executeTakeFirstOrThrow())
    .goal_amount;

/** Begins all of it while the campaign is locked, so that no transaction ends before the others have begun. */
async function together<Result>(...works: (() => Promise<Result>)[]): Promise<Result[]> {
  const other = await db.startTransaction().execute();
  await lockRecord(other, `campaign:${wells}`);
  const begun: Promise<Result>[] = [];
  for (const work of works) {
    begun.push(work());
    await expect.poll(waiting).toBe(begun.length);
  }
  await other.rollback().execute();
  return Promise.all(begun);
}

async function waiting(): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())
  `.execute(db);
  return rows[0]?.count;
}

test("two admins who undo one reset at once undo it once", async () => {
  await reset(5_000n);
  const id = await lastId();
  const both = await together(
    () => undo(id),
    () => undo(id, zuhura),
  );
  expect(both).toEqual([{ kind: "changed", count: 1 }, { kind: "not-the-last" }]);
  expect(await goalOf()).toBe(1_000n);
});

test("an undo during a newer reset leaves the newer one, and that can be undone", async () => {
  await reset(5_000n);
  const first = await lastId();
  const both = await together(
    () => reset(7_000n, zuhura),
    () => undo(first),
  );
  expect(both).toMatchObject([{ kind: "changed", count: 1 }, { kind: "not-the-last" }]);
  expect(await undo(await lastId())).toEqual({ kind: "changed", count: 1 });
  expect(await goalOf()).toBe(5_000n);
});

test("a completed campaign keeps its goal, and gets it back after a reset before the end", async () => {
  const done = await campaign(db, { id: "library", goal_amount: 2_000n, status: "completed" });
  const read = async () =>
    (await db.selectFrom("campaigns").select("goal_amount").where("id", "=", done).executeTakeFirstOrThrow())
      .goal_amount;
  const answer = await reset(9_000n);
  expect(answer).toEqual({ kind: "changed", count: 1, reset: await lastId() });
  expect([await goalOf(), await read()]).toEqual([9_000n, 2_000n]);
  await db.updateTable("campaigns").set({ status: "completed" }).where("id", "=", wells).execute();
  expect(await undo(await lastId())).toEqual({ kind: "changed", count: 1 });
  expect(await goalOf()).toBe(5_000n);
});
