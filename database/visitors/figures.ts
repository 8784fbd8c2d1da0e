import { sql } from "kysely";
import type { Range } from "#domain/donations/statistics.ts";
import type { Day } from "#domain/system/calendar.ts";
import type { Reads } from "#database/sql.server.ts";

export type VisitKind =
  | "page"
  | "last-page"
  | "source"
  | "link"
  | "share"
  | "share-way"
  | "device"
  | "language"
  | "step";

export type VisitCount = {
  name: string;
  visitors: number;
  times: number;
  visitorsBefore: number;
  /** Averages of the pages that were left. Null without any. */
  seconds: number | null;
  depth: number | null;
};

export type DayVisits = { day: Day; visitors: number; times: number };

export type Visits = { days: DayVisits[]; counts: Record<VisitKind, VisitCount[]> };

type Row = {
  kind: VisitKind | "total";
  name: string;
  day: Day | null;
  visitors: bigint;
  times: bigint;
  ends: bigint;
  seconds: bigint;
  depth: bigint;
  visitors_before: bigint;
};

/**
 * Finished days come from their stored counts, and the others from the events. `most` names of each kind, those with
 * most visitors first. The days include those of the range before.
 */
export async function readVisits(db: Reads, range: Range, before: Range, most = 50): Promise<Visits> {
  const { rows } = await sql<Row>`
    with counts as (
      select day, kind, name, visitors, times, ends, seconds, depth from visitor_counts
      where day >= ${before.from} and day <= ${range.to}
      union all
      select * from count_visits(
        greatest(${before.from}::date, (select max(day) + 1 from visitor_counts where kind = 'total')), ${range.to}
      )
    ), summed as (
      select
        kind, name, case when kind = 'total' then day end as day,
        coalesce(sum(visitors) filter (where kind = 'total' or day >= ${range.from}), 0)::bigint as visitors,
        coalesce(sum(times) filter (where kind = 'total' or day >= ${range.from}), 0)::bigint as times,
        coalesce(sum(ends) filter (where day >= ${range.from}), 0)::bigint as ends,
        coalesce(sum(seconds) filter (where day >= ${range.from}), 0)::bigint as seconds,
        coalesce(sum(depth) filter (where day >= ${range.from}), 0)::bigint as depth,
        coalesce(sum(visitors) filter (where day < ${range.from}), 0)::bigint as visitors_before
      from counts group by 1, 2, 3
    ), placed as (
      select s.*, row_number() over (partition by kind order by visitors desc, visitors_before desc, name) as place
      from summed s
    )
    select * from placed where kind = 'total' or place <= ${most} order by kind, day, place
  `.execute(db);
  const countsOf = (kind: VisitKind) => rows.filter((row) => row.kind === kind).map(asCount);
  return {
    days: rows.flatMap(({ kind, day, visitors, times }) =>
      kind === "total" && day !== null ? [{ day, visitors: Number(visitors), times: Number(times) }] : [],
    ),
    counts: {
      ...{ page: countsOf("page"), "last-page": countsOf("last-page"), source: countsOf("source") },
      ...{ link: countsOf("link"), share: countsOf("share"), "share-way": countsOf("share-way") },
      ...{ device: countsOf("device"), language: countsOf("language"), step: countsOf("step") },
    },
  };
}

function asCount(row: Row): VisitCount {
  const average = (sum: bigint) => (row.ends === 0n ? null : Math.round(Number(sum) / Number(row.ends)));
  return {
    name: row.name,
    visitors: Number(row.visitors),
    times: Number(row.times),
    visitorsBefore: Number(row.visitors_before),
    seconds: average(row.seconds),
    depth: average(row.depth),
  };
}
