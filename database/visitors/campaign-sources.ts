import { sql } from "kysely";
import type { Range } from "#domain/donations/statistics.ts";
import type { Reads } from "#database/sql.server.ts";

export type SourceCount = { source: string; visitors: number; started: number; paid: number };

/**
 * Visits of one campaign's page by source, the most frequent first, and in how many of them a donation was started and
 * paid. An unknown source is empty.
 */
export async function readCampaignSources(
  db: Reads,
  campaignId: string,
  { from, to }: Range,
  most = 10,
): Promise<SourceCount[]> {
  const { rows } = await sql<{ source: string; visitors: bigint; started: bigint; paid: bigint }>`
    with starts as (
      select session_id from visitor_events
      where campaign_id = ${campaignId} and day between ${from} and ${to} and action = 'form:start'
      union
      select session_id from visitor_events
      where campaign_id = ${campaignId} and day between ${from} and ${to} and type = 'page_view'
        and path like '%/campaigns/:id/donate%'
    ), payers as (
      select distinct session_id from visitor_events
      where campaign_id = ${campaignId} and day between ${from} and ${to} and action = 'donation:paid'
    )
    select
      coalesce(s.source, '') as source, count(*) as visitors, count(starts.session_id) as started,
      count(payers.session_id) as paid
    from (
      select distinct session_id from visitor_events
      where campaign_id = ${campaignId} and day between ${from} and ${to} and type = 'page_view'
    ) v
    left join visitor_events s on s.session_id = v.session_id and s.type = 'session_start'
    left join starts on starts.session_id = v.session_id
    left join payers on payers.session_id = v.session_id
    group by 1 order by 2 desc, 1 limit ${most}
  `.execute(db);
  return rows.map(({ source, visitors, started, paid }) => ({
    source,
    ...{ visitors: Number(visitors), started: Number(started), paid: Number(paid) },
  }));
}
