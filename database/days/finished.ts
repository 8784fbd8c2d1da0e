import { sql } from "kysely";
import { z } from "zod";
import { isUnavailable } from "#database/database-errors.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Range } from "#domain/donations/statistics.ts";
import { addDays, type Day } from "#domain/system/calendar.ts";

/** Sums that each finished day keeps. One row for each group, such as a currency. JSON, so amounts are texts. */
export type SumsOfDays<Row extends { day: Day }> = {
  subject: string;
  rows: z.ZodType<Row[]>;
  add(db: Reads, range: Range): Promise<Row[]>;
  /** Days whose sums can change in a way that adds no row to `changed_days`. Their sums are not stored. */
  findUnsettled?(db: Reads, range: Range): Promise<Day[]>;
};

/** The rows of these days: stored sums of finished days, and sums of the rows of all others. */
export async function readSumsOfDays<Row extends { day: Day }>(
  db: Reads,
  sums: SumsOfDays<Row>,
  range: Range,
): Promise<Row[]> {
  const stored = await findStored(db, sums, range);
  const { unstored, hasFinished } = stored;
  if (!hasFinished) return [...stored.rows, ...(await addAll(db, sums, unstored))];
  const added = await storeSums(db, sums, unstored).catch((error: unknown) => {
    // A full disk or a read-only server must not hide the page.
    if (isUnavailable(error)) return null;
    throw error;
  });
  return [...stored.rows, ...(added ?? (await addAll(db, sums, unstored)))];
}

/**
 * The end of a subquery. The rows of one day are looked up, because they are few in the whole table, and the plan would
 * often read all of it. The rows of many days are joined.
 */
export const lookedUp = ({ from, to }: Range) => (from === to ? sql`offset 0` : sql``);

type Stored<Row> = {
  rows: Row[];
  /** The other days of the range, as ranges without gaps. */
  unstored: Range[];
  /** True if a sum of these can be stored. */
  hasFinished: boolean;
};

async function findStored<Row extends { day: Day }>(
  db: Reads,
  { subject, rows }: SumsOfDays<Row>,
  { from, to }: Range,
): Promise<Stored<Row>> {
  const { rows: found } = await sql<{ day: Day; sums: unknown; is_finished: boolean }>`
    select d.day, s.sums, d.day < ${firstUnfinished} as is_finished
    from (select ${from}::date + n as day from generate_series(0, ${to}::date - ${from}::date) n) d
    left join day_sums s on s.subject = ${subject} and s.day = d.day
      and not exists (select from changed_days c where c.day = d.day)
    order by d.day
  `.execute(db);
  const missing = found.filter(({ sums }) => sums === null);
  return {
    rows: found.flatMap(({ sums }) => (sums === null ? [] : rows.parse(sums))),
    unstored: rangesOf(missing.map(({ day }) => day)),
    hasFinished: missing.some(({ is_finished }) => is_finished),
  };
}

// Changes of an unfinished day add no row to `changed_days`. A transaction that began before midnight has ended by then.
const firstUnfinished = sql`fund_day(now() - interval '1 hour')`;

function rangesOf(days: Day[]): Range[] {
  const ranges: Range[] = [];
  for (const day of days) {
    const last = ranges.at(-1);
    if (last !== undefined && addDays(last.to, 1) === day) last.to = day;
    else ranges.push({ from: day, to: day });
  }
  return ranges;
}

async function addAll<Row extends { day: Day }>(db: Reads, sums: SumsOfDays<Row>, ranges: Range[]) {
  const rows: Row[] = [];
  for (const range of ranges) rows.push(...(await sums.add(db, range)));
  return rows;
}

/**
 * Null if another reader stores sums now. Each statement sees what was committed before it, so the order matters: a
 * change whose row in `changed_days` is deleted here is part of the sums, and a later change adds a row that stays.
 */
async function storeSums<Row extends { day: Day }>(
  db: Reads,
  sums: SumsOfDays<Row>,
  unstored: Range[],
): Promise<Row[] | null> {
  return db
    .transaction()
    .setIsolationLevel("read committed")
    .execute(async (tx) => {
      if (!(await tryLock(tx))) return null;
      await deleteChanged(tx);
      const unsettled = new Set<Day>();
      for (const range of unstored)
        for (const day of (await sums.findUnsettled?.(tx, range)) ?? []) unsettled.add(day);
      const rows = await addAll(tx, sums, unstored);
      const byDay = Map.groupBy(rows, ({ day }) => day);
      const days = unstored.flatMap(daysOf).filter((day) => !unsettled.has(day));
      const kept = days.map((day) => ({ day, sums: byDay.get(day) ?? [] }));
      await sql`
        insert into day_sums (subject, day, sums)
        select ${sums.subject}, k.day, k.sums
        from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) k (day date, sums jsonb)
        where k.day < ${firstUnfinished}
        on conflict (subject, day) do update set sums = excluded.sums
      `.execute(tx);
      return rows;
    });
}

const daysOf = ({ from, to }: Range): Day[] => {
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
};

/** Deletes the sums of changed days. Otherwise their list would grow while nobody reads sums. */
export async function deleteChangedSums(db: Reads): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel("read committed")
    .execute(async (tx) => {
      if (await tryLock(tx)) await deleteChanged(tx);
    });
}

/** Without the lock, older sums could replace newer ones. */
async function tryLock(tx: Reads): Promise<boolean> {
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('sums of days')) as is_ours
  `.execute(tx);
  return rows[0]?.is_ours === true;
}

/** Deletes the sums of all changed days, of every subject. The caller has the lock. */
async function deleteChanged(tx: Reads): Promise<void> {
  const { rows } = await sql<{ day: Day }>`delete from changed_days returning day`.execute(tx);
  const days = [...new Set(rows.map(({ day }) => day))];
  if (days.length > 0) await sql`delete from day_sums where day = any(${sql.val(days)}::date[])`.execute(tx);
}

/** Days whose stored sums differ from their rows. */
export async function findWrongSums<Row extends { day: Day }>(
  db: Reads,
  sums: SumsOfDays<Row>,
): Promise<Day[]> {
  const { rows: found } = await sql<{ day: Day; sums: unknown }>`
    select s.day, s.sums from day_sums s
    where s.subject = ${sums.subject} and not exists (select from changed_days c where c.day = s.day)
    order by s.day
  `.execute(db);
  const rows = await addAll(db, sums, rangesOf(found.map(({ day }) => day)));
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const asText = (of: Row[]) =>
    of
      .map((row) => JSON.stringify(sums.rows.parse([row])))
      .toSorted()
      .join();
  return found.flatMap(({ day, sums: stored }) =>
    asText(sums.rows.parse(stored)) === asText(byDay.get(day) ?? []) ? [] : [day],
  );
}
