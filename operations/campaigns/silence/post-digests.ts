import { sql, type Transaction } from "kysely";
import { digestOf } from "#domain/campaigns/digest.ts";
import { daysUntilDigest } from "#domain/campaigns/silence.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import { queueUpdateEmails } from "#operations/campaigns/updates/queue-emails.ts";

/** Posts the figures of campaigns whose silence went on after the request for news. */
export async function postDigests(db: Reads): Promise<number> {
  for (let posted = 0; ; posted++) if (!(await db.transaction().execute(postNext))) return posted;
}

async function postNext(tx: Transaction<Tables>): Promise<boolean> {
  // News since the request has another time, so its silence is over.
  const { rows } = await sql<{ campaign_id: string; since: Date }>`
    select r.campaign_id, r.since
    from news_requests r join last_news n on n.campaign_id = r.campaign_id and n.at = r.since
    where r.digest_id is null and r.asked_at < now() - make_interval(days => ${daysUntilDigest})
    order by r.campaign_id limit 1 for update of r skip locked
  `.execute(tx);
  const [silent] = rows;
  if (silent === undefined) return false;
  const digest = digestOf(await readFigures(tx, silent.campaign_id));
  const { id } = await tx
    .insertInto("campaign_updates")
    .values({
      campaign_id: silent.campaign_id,
      ...{ title: digest.title.en, title_sw: digest.title.sw },
      ...{ content: digest.content.en, content_sw: digest.content.sw },
      is_automatic: true,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await queueUpdateEmails(tx, id);
  await tx
    .updateTable("news_requests")
    .set({ digest_id: id })
    .where("campaign_id", "=", silent.campaign_id)
    .where("since", "=", silent.since)
    .execute();
  return true;
}

async function readFigures(tx: Transaction<Tables>, campaignId: string) {
  const row = await tx
    .selectFrom("campaigns as c")
    .innerJoin("campaign_totals as t", "t.campaign_id", "c.id")
    .select([
      ...(["c.goal_amount", "c.currency", "t.raised", "t.donors"] as const),
      sql<Date>`now()`.as("now"),
      sql<bigint>`coalesce((
        select sum(p.amount) from postings p join journal j on j.id = p.journal_id
        where p.campaign_id = c.id and j.kind = 'payout'
      ), 0)::bigint`.as("paid_out"),
    ])
    .where("c.id", "=", campaignId)
    .executeTakeFirstOrThrow();
  const money = (amount: bigint) => ({ amount, currency: row.currency });
  return {
    raised: money(row.raised),
    goal: money(row.goal_amount),
    donors: Number(row.donors),
    paidOut: money(row.paid_out),
    at: row.now,
  };
}
