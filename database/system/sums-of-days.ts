import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";
import type { Reads } from "#database/sql.server.ts";
import type { Range } from "#domain/donations/statistics.ts";
import { addDays, type Day } from "#domain/system/calendar.ts";

/** Sums that finished days store. One row for each group, such as a currency. JSON, so amounts are texts. */
export type SumsOfDays<Row extends { day: Day }> = {
  subject: string;
  rows: z.ZodType<Row[]>;
  add(db: Reads, range: Range): Promise<Row[]>;
  /** Days whose sums can change in a way that adds no row to `changed_days`. Their sums are not stored. */
  findUnsettled?(db: Reads, range: Range): Promise<Day[]>;
};

/**
 * Changes of an unfinished day add no row to `changed_days`. A transaction that began before midnight has ended by then.
 * While the clock was ahead, a later day can have stored sums. They never count.
 */
export const isFinished = (day: RawBuilder<unknown>) =>
  sql<boolean>`${day} < fund_day(now() - interval '1 hour')`;

/** The rows of these days: stored sums of finished days, and sums of the rows of all others. */
export async function readSumsOfDays<Row extends { day: Day }>(
  db: Reads,
  sums: SumsOfDays<Row>,
  { from, to }: Range,
): Promise<Row[]> {
  const { rows: found } = await sql<{ day: Day; sums: unknown }>`
    select d.day, s.sums
    from (select ${from}::date + n as day from generate_series(0, ${to}::date - ${from}::date) n) d
    left join day_sums s on s.subject = ${sums.subject} and s.day = d.day
      and ${isFinished(sql`d.day`)} and not exists (select from changed_days c where c.day = d.day)
    order by d.day
  `.execute(db);
  const stored = found.flatMap((each) => (each.sums === null ? [] : sums.rows.parse(each.sums)));
  const others = found.flatMap((each) => (each.sums === null ? [each.day] : []));
  return [...stored, ...(await addDaysUp(db, sums, others))];
}

/** The days are in order. Days without a gap are one statement. */
export async function addDaysUp<Row extends { day: Day }>(
  db: Reads,
  { add }: Pick<SumsOfDays<Row>, "add">,
  days: Day[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const range of rangesOf(days)) rows.push(...(await add(db, range)));
  return rows;
}

export function rangesOf(days: Day[]): Range[] {
  const ranges: Range[] = [];
  for (const day of days) {
    const last = ranges.at(-1);
    if (last !== undefined && addDays(last.to, 1) === day) last.to = day;
    else ranges.push({ from: day, to: day });
  }
  return ranges;
}

/**
 * The end of a subquery. The rows of one day are looked up, because they are few in the whole table, and the plan would
 * often read all of it. The rows of many days are joined.
 */
export const lookedUp = ({ from, to }: Range) => (from === to ? sql`offset 0` : sql``);

/** Days whose stored sums differ from their rows. */
export async function findWrongSums<Row extends { day: Day }>(
  db: Reads,
  sums: SumsOfDays<Row>,
): Promise<Day[]> {
  const { rows: found } = await sql<{ day: Day; sums: unknown }>`
    select s.day, s.sums from day_sums s
    where s.subject = ${sums.subject} and ${isFinished(sql`s.day`)}
      and not exists (select from changed_days c where c.day = s.day)
    order by s.day
  `.execute(db);
  const rows = await addDaysUp(
    db,
    sums,
    found.map(({ day }) => day),
  );
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
