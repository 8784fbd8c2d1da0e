import { sql } from "kysely";
import { expect, test } from "vitest";
import { findLedgerProblems } from "#operations/system/report-ledger-problems.ts";
import { testRecords } from "#tests/support/database/open.ts";

const { db, asOwner } = await testRecords();

const add = (action: string) =>
  db
    .insertInto("audit_log")
    .values({ action, subject: "thing:1", reason: "why", after: JSON.stringify({ a: [1, "é"] }) })
    .returning("id")
    .executeTakeFirstOrThrow();

test("each entry contains the hash of the one before it", async () => {
  for (const action of ["first", "second", "third"]) await add(action);
  const { rows } = await sql<{ follows: boolean }>`
    select previous_hash = lag(hash, 1, '\\x'::bytea) over (order by id) as follows from audit_log
  `.execute(db);
  expect(rows).toEqual([{ follows: true }, { follows: true }, { follows: true }]);
  expect(await findLedgerProblems(db)).toEqual([]);
});

test("entries written at the same moment follow one another", async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => add(`together ${n}`)));
  expect(await findLedgerProblems(db)).toEqual([]);
});

test("an entry of a rolled back transaction leaves no gap", async () => {
  const refused = db.transaction().execute(async (tx) => {
    await tx.insertInto("audit_log").values({ action: "never", subject: "thing:1" }).execute();
    throw new Error("taken back");
  });
  await expect(refused).rejects.toThrow("taken back");
  await add("after it");
  expect(await findLedgerProblems(db)).toEqual([]);
});

// This acts with the owner's rights, past the trigger that refuses it.
const attacks: [string, string, (id: bigint) => bigint][] = [
  ["changed", "update audit_log set reason = 'other' where id = $id", (id) => id],
  ["moved in time", "update audit_log set at = at - interval '1 microsecond' where id = $id", (id) => id],
  ["removed", "delete from audit_log where id = $id", (id) => id + 1n],
  [
    "changed with its own hash",
    `update audit_log set reason = 'other',
       hash = hash_of_audit(previous_hash, id, at, actor_id, action, subject, before, after, 'other') where id = $id`,
    (id) => id + 1n,
  ],
];

test.each(attacks)("the check names an entry that was %s", async (_, statement, named) => {
  const { id } = await add("attacked");
  await add("after it");
  const seen = asOwner.transaction().execute(async (tx) => {
    await sql`alter table audit_log disable trigger append_only`.execute(tx);
    await sql`grant update, delete on audit_log to current_user`.execute(tx);
    await sql.raw(statement.replace("$id", String(id))).execute(tx);
    const problems = await tx.selectFrom("audit_problems").selectAll().execute();
    throw new Error(problems.map(({ promise, subject }) => `${promise} ${subject}`).join());
  });
  await expect(seen).rejects.toThrow(new Error(`I12 ${named(id)}`));
});

test("the check detects a cut off end", async () => {
  const { id } = await add("last");
  const seen = asOwner.transaction().execute(async (tx) => {
    await sql`alter table audit_log disable trigger append_only`.execute(tx);
    await sql`grant delete on audit_log to current_user`.execute(tx);
    await sql`delete from audit_log where id = ${id}`.execute(tx);
    const problems = await tx.selectFrom("audit_problems").selectAll().execute();
    throw new Error(problems.map(({ promise, subject }) => `${promise} ${subject}`).join());
  });
  await expect(seen).rejects.toThrow(new Error(`I12 ${id}`));
});

test.each([
  "update audit_log set hash = '\\x00'",
  "update audit_head set id = 0",
  "insert into audit_log (action, subject, hash) values ('mine', 'thing:1', '\\x00')",
  "insert into audit_log (id, action, subject) values (1, 'mine', 'thing:1')",
])("the site's role is refused: %s", async (statement) => {
  await expect(sql.raw(statement).execute(db)).rejects.toThrow(/permission denied/);
});
