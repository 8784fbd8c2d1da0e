import { sql } from "kysely";
import { isUnavailable } from "#database/database-errors.ts";
import type { Reads } from "#database/sql.server.ts";
import { addDaysUp, isFinished, rangesOf, type SumsOfDays } from "#database/system/sums-of-days.ts";
import type { Range } from "#domain/donations/statistics.ts";
import type { Day } from "#domain/system/calendar.ts";

type Sums = SumsOfDays<{ day: Day }>;

/** Stores the sums of all finished days of the range that have none. Without them, a page still adds up all rows. */
export async function storeSumsOfDays(db: Reads, all: Sums[], range: Range): Promise<void> {
  if ((await findUnstored(db, all, range)).length === 0) return;
  try {
    await underLock(db, async (tx) => {
      await deleteChanged(tx);
      const unstored = Map.groupBy(await findUnstored(tx, all, range), ({ subject }) => subject);
      for (const sums of all)
        await storeDays(
          tx,
          sums,
          (unstored.get(sums.subject) ?? []).map(({ day }) => day),
        );
    });
  } catch (error) {
    // A full disk or a read-only server must not hide the page.
    if (!isUnavailable(error)) throw error;
  }
}

/** Deletes the sums of changed days. Otherwise their list would grow as long as no page reads sums. */
export async function deleteChangedSums(db: Reads): Promise<void> {
  await underLock(db, deleteChanged);
}

async function findUnstored(db: Reads, all: Sums[], { from, to }: Range) {
  const subjects = all.map(({ subject }) => subject);
  const { rows } = await sql<{ subject: string; day: Day }>`
    select u.subject, d.day
    from (select ${from}::date + n as day from generate_series(0, ${to}::date - ${from}::date) n) d
    cross join unnest(${sql.val(subjects)}::text[]) u (subject)
    where ${isFinished(sql`d.day`)} and not exists (
      select from day_sums s where s.subject = u.subject and s.day = d.day
        and not exists (select from changed_days c where c.day = d.day)
    )
    order by d.day
  `.execute(db);
  return rows;
}

/**
 * Without the lock, older sums could replace newer ones. A second process does nothing. Each statement sees what was
 * committed before it: a change whose row in `changed_days` is deleted is part of the sums that are added up later, and
 * a later change adds a row that stays.
 */
async function underLock(db: Reads, work: (tx: Reads) => Promise<void>): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel("read committed")
    .execute(async (tx) => {
      const { rows } = await sql<{ is_ours: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('sums of days')) as is_ours
      `.execute(tx);
      if (rows[0]?.is_ours === true) await work(tx);
    });
}

/** Deletes the sums of all changed days, of every subject. Also those that were stored while the clock was ahead. */
async function deleteChanged(tx: Reads): Promise<void> {
  const { rows } = await sql<{ day: Day }>`delete from changed_days returning day`.execute(tx);
  const days = [...new Set(rows.map(({ day }) => day))];
  await sql`
    delete from day_sums where day = any(${sql.val(days)}::date[]) or not ${isFinished(sql`day`)}
  `.execute(tx);
}

async function storeDays(tx: Reads, sums: Sums, unstored: Day[]): Promise<void> {
  const unsettled = new Set<Day>();
  for (const range of rangesOf(unstored))
    for (const day of (await sums.findUnsettled?.(tx, range)) ?? []) unsettled.add(day);
  const settled = unstored.filter((day) => !unsettled.has(day));
  if (settled.length === 0) return;
  const byDay = Map.groupBy(await addDaysUp(tx, sums, settled), ({ day }) => day);
  const added = settled.map((day) => ({ day, sums: byDay.get(day) ?? [] }));
  await sql`
    insert into day_sums (subject, day, sums)
    select ${sums.subject}, a.day, a.sums
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) a (day date, sums jsonb)
    -- A change that was committed after the deletion leaves its row, and the sums of its day.
    on conflict (subject, day) do update set sums = excluded.sums
  `.execute(tx);
}
