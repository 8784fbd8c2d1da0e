import { sql } from "kysely";
import { linkOf, mostSeconds, sourceOf, type Device, type SentEvent } from "#domain/visitors/event.ts";
import type { Reads } from "#database/sql.server.ts";

/** More events than this in a day are not kept, so that strangers cannot fill the disk. */
export const mostInADay = 300_000;

export type Visiting = {
  hasMarketing: boolean;
  ownHost: string;
  device: Device;
  language: string | null;
  /** Reduces a path to the pattern of its route, which has no id, key or search text. */
  patternOf(path: string): string | null;
};

/** Keeps what the figures need of one event. The caller has checked that the visitor agreed. */
export async function recordVisitorEvent(db: Reads, event: SentEvent, visiting: Visiting): Promise<void> {
  const { sessionId, type } = event;
  const kept = keptOf(event, visiting);
  await sql`
    insert into visitor_events as known
      (session_id, type, path, campaign_id, device, language, source, link, action, seconds, depth)
    select
      ${sessionId}, ${type}, ${kept.path}, about.campaign, ${kept.device},
      ${kept.language}, ${kept.source}, ${kept.link}, ${kept.action}, ${kept.seconds}::int, ${kept.depth}::smallint
    from (${campaignOf(event, kept.campaign)}) about
    where coalesce((select max(id) - min(id) from visitor_events where day = fund_day()), 0) < ${mostInADay}
    ${onConflict(type)}
  `.execute(db);
}

/**
 * The campaign, or no row if the event does not count. A browser can send anything, so a donation counts only if the ledger
 * has it, and on its day only. The donation itself is not kept with the visit.
 */
function campaignOf(event: SentEvent, campaign: Kept["campaign"]) {
  if (event.type !== "event" || event.data.eventType !== "donation")
    return sql`select (select id from campaigns where id = ${campaign}) as campaign`;
  const orderId = /^\/donations\/([^/]+)$/.exec(event.data.path)?.[1] ?? null;
  return sql`
    select d.campaign_id as campaign from donations d
    where d.external_id = ${orderId} and d.status = 'completed' and d.reversed_at is null
      and d.completed_at > now() - interval '1 day'`;
}

/** Each page sends an end, because a browser cannot know which page is the last one. */
function onConflict(type: SentEvent["type"]) {
  if (type === "session_end")
    return sql`on conflict (session_id, day) where type = 'session_end' do update set
      at = excluded.at, path = excluded.path, campaign_id = excluded.campaign_id,
      seconds = excluded.seconds, depth = excluded.depth`;
  return type === "session_start" || type === "consent"
    ? sql`on conflict (session_id, type) where type in ('session_start', 'consent') do nothing`
    : sql``;
}

const nothing = {
  ...{ path: null, campaign: null, device: null, language: null, source: null, link: null },
  ...{ action: null, seconds: null, depth: null },
};

type Kept = { [Column in keyof typeof nothing]: string | number | null };

function keptOf(event: SentEvent, visiting: Visiting): Kept {
  const on = (path: string) => ({
    path: visiting.patternOf(path) ?? "(other)",
    campaign: /^(?:\/sw)?\/campaigns\/([a-z0-9-]+)(?:\/|$)/.exec(path)?.[1] ?? null,
  });
  switch (event.type) {
    case "session_start": {
      const { hasMarketing, ownHost, device, language } = visiting;
      const source = hasMarketing ? sourceOf(event.data, ownHost) : null;
      return { ...nothing, device, language, source, link: hasMarketing ? linkOf(event.data) : null };
    }
    case "consent":
      return nothing;
    case "page_view":
      return { ...nothing, ...on(event.data.path) };
    case "page_view_end":
      return { ...nothing, ...on(event.data.path), ...timeOf(event.data) };
    case "session_end":
      return { ...nothing, ...on(event.data.lastPagePath), ...timeOf(event.data) };
    case "event":
      return { ...nothing, ...on(event.data.path), action: `${event.data.eventType}:${event.data.action}` };
  }
}

const timeOf = ({ timeSpent, scrollDepth }: { timeSpent: number; scrollDepth: number }) => ({
  seconds: Math.min(mostSeconds, Math.round(timeSpent)),
  depth: Math.min(100, Math.round(scrollDepth)),
});
