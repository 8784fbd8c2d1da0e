import { sql } from "kysely";
import { daysUntilAsked } from "#domain/campaigns/silence.ts";
import type { Reads } from "#database/sql.server.ts";

/**
 * Asks for news of campaigns that have been silent. The owner of a campaign gets the email, or all staff if it has none.
 * Each silence has one row, so a job that runs again, or on two nodes, asks no one twice.
 */
export async function askForNews(db: Reads): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ campaign_id: string }>`
      insert into news_requests (campaign_id, since)
      select campaign_id, at from last_news where at < now() - make_interval(days => ${daysUntilAsked})
      order by campaign_id
      on conflict do nothing
      returning campaign_id
    `.execute(tx);
    if (rows.length === 0) return 0;
    const ids = rows.map(({ campaign_id }) => campaign_id);
    // One email for each person, with all their campaigns.
    await sql`
      insert into outbox (template, recipient, language, details)
      select 'news-wanted', u.email,
        case when o.id is not null then coalesce((
          select s.language from submissions s where s.owner_id = u.id order by s.id desc limit 1
        ), 'en') else 'en' end,
        jsonb_build_object('campaigns', jsonb_agg(c.id order by c.id), 'isOrganizer', o.id is not null)
      from campaigns c
      left join users o on o.id = c.owner_id and not o.banned
      join users u on case when o.id is null then u.role in ('staff', 'admin') and not u.banned else u.id = o.id end
      where c.id = any(${ids}::text[])
      group by u.id, u.email, o.id is not null
    `.execute(tx);
    return rows.length;
  });
}
