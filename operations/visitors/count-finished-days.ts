import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";

/**
 * Stores the counts of finished days, in order, one day in a transaction. Only counted days lose their events. The
 * total of a day is stored even if it is zero, because it marks the day as counted.
 */
export async function countFinishedDays(db: Reads, stop?: AbortSignal): Promise<number> {
  for (let days = 0; ; days++) if (stop?.aborted || !(await countNextDay(db))) return days;
}

async function countNextDay(db: Reads): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // Two nodes must not count the same day. Readers are not blocked.
    await sql`lock table visitor_counts in share row exclusive mode`.execute(tx);
    const { rows } = await sql<{ day: string }>`
      select min(e.day) as day from visitor_events e
      where e.day > coalesce((select max(c.day) from visitor_counts c where c.kind = 'total'), '-infinity')
      -- An event that began before midnight is committed by then.
      having min(e.day) < fund_day(now() - interval '10 minutes')
    `.execute(tx);
    const day = rows[0]?.day;
    if (day === undefined) return false;
    await sql`
      insert into visitor_counts (day, kind, name, visitors, times, ends, seconds, depth)
      select day, kind, name, visitors, times, ends, seconds, depth from count_visits(${day}, ${day})
    `.execute(tx);
    await sql`
      insert into visitor_counts (day, kind, name, visitors, times, ends, seconds, depth)
      values (${day}, 'total', '', 0, 0, 0, 0, 0) on conflict do nothing
    `.execute(tx);
    return true;
  });
}
