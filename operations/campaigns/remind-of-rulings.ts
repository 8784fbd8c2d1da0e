import { sql } from "kysely";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import { rulingNoticeDays } from "#domain/campaigns/ruling-notice.ts";
import type { Reads } from "#database/sql.server.ts";
import { notifyAboutRuling } from "#operations/mail/notify-about-submission.ts";
import { emailAccounts } from "#operations/mail/email-accounts.ts";

/**
 * Emails all staff about each campaign whose last valid Zakat ruling ends soon. Each ruling has one row, so a job that runs
 * again, or on two nodes, sends no second email.
 */
export function remindOfRulings(db: Reads, now: Date): Promise<number> {
  const today = dayOf(now);
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: bigint }>`
      insert into expiring_rulings (ruling_id, told_at)
      select distinct on (c.id) r.id, ${now}::timestamptz
      from campaigns c
      join zakat_rulings r on r.campaign_id = c.id and r.expires_on = c.zakat_until and r.withdrawn_at is null
      where c.is_zakat_eligible and c.archived_at is null and c.status in ('active', 'paused') and c.end_date >= ${today}
        and c.zakat_until between ${today} and ${addDays(today, rulingNoticeDays)}
        and c.zakat_until < c.end_date
      order by c.id, r.id
      on conflict do nothing
      returning ruling_id as id
    `.execute(tx);
    for (const { id } of rows)
      await emailAccounts(tx, "staff", { template: "ruling-expiring", details: { rulingId: String(id) } });
    return rows.length;
  });
}

/** Emails each organizer whose campaign stopped because its last ruling ended. Each ruling has one row, so it sends once. */
export function emailAboutEndedRulings(db: Reads, now: Date): Promise<number> {
  const today = dayOf(now);
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ campaign: string }>`
      with ended as (
        insert into ended_rulings (ruling_id, told_at)
        select distinct on (c.id) r.id, ${now}::timestamptz
        from campaigns c
        join submissions s on s.campaign_id = c.id
        join zakat_rulings r on r.campaign_id = c.id and r.expires_on = c.zakat_until and r.withdrawn_at is null
        where c.archived_at is null and c.status in ('active', 'paused') and c.end_date >= ${today}
          and c.zakat_until < ${today}
        order by c.id, r.id
        on conflict do nothing
        returning ruling_id
      )
      select r.campaign_id as campaign from ended e join zakat_rulings r on r.id = e.ruling_id
    `.execute(tx);
    for (const { campaign } of rows) await notifyAboutRuling(tx, campaign, "ruling-ended");
    return rows.length;
  });
}
