import { sql } from "kysely";
import type { Money } from "#domain/money/money.ts";
import { dayOf, type Day } from "#domain/system/calendar.ts";
import type { Reads } from "#database/sql.server.ts";

/** The day only: the minute of a donation could tell neighbours who made it. */
export type LatestDonation = { amount: Money; day: Day; name: string | null };

export async function listLatestDonations(
  db: Reads,
  campaignId: string,
  most: number,
): Promise<LatestDonation[]> {
  const rows = await db
    .selectFrom("public_latest_donations")
    .select(["amount", "currency", "completed_at", "name"])
    .where("campaign_id", "=", campaignId)
    .orderBy("completed_at", "desc")
    .limit(most)
    .execute();
  return rows.map(({ amount, currency, completed_at, name }) => ({
    amount: { amount, currency },
    day: dayOf(completed_at),
    name,
  }));
}

export type SupportMessage = { message: string; day: Day; name: string | null };

/** Messages that their donors let us show and staff approved. */
export async function listSupportMessages(
  db: Reads,
  campaignId: string,
  most: number,
): Promise<SupportMessage[]> {
  const rows = await db
    .selectFrom("public_support_messages")
    .select(["message", "completed_at", "name"])
    .where("campaign_id", "=", campaignId)
    .orderBy("completed_at", "desc")
    .limit(most)
    .execute();
  return rows.map(({ message, completed_at, name }) => ({ message, day: dayOf(completed_at), name }));
}

export type ProgressMark = { percent: number; day: Day };

/** The day on which the ledger first reached each part of the goal. A mark that refunds undid is left out. */
export async function listProgressMarks(db: Reads, campaignId: string, goal: Money): Promise<ProgressMark[]> {
  if (goal.amount <= 0n) return [];
  const { rows } = await sql<ProgressMark>`
    with running as (
      select day, sum(raised) over (order by day) as raised
      from public_daily_totals where campaign_id = ${campaignId}
    ), present as (
      select raised from running order by day desc limit 1
    )
    select mark.percent, min(running.day) as day
    from unnest(array[25, 50, 75, 100]) as mark (percent)
    join running on running.raised * 100 >= mark.percent * ${goal.amount}::numeric
    join present on present.raised * 100 >= mark.percent * ${goal.amount}::numeric
    group by mark.percent
    order by mark.percent
  `.execute(db);
  return rows;
}
