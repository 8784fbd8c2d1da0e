import { sql } from "kysely";
import { dayOf } from "#domain/system/calendar.ts";
import type { Reads } from "#database/sql.server.ts";
import { notifyReviewers } from "#operations/mail/notify-about-submission.ts";

/**
 * Emails all staff about each submission whose promised day has passed. Each version has one row, so a job that runs
 * again, or on two nodes, sends no second email. A version that was sent again has a new promised day.
 */
export function remindReviewers(db: Reads, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: bigint; version: number }>`
      insert into overdue_submissions (submission_id, version, told_at)
      select id, version, ${now} from submissions where status = 'submitted' and answer_by < ${dayOf(now)}
      order by id
      on conflict do nothing
      returning submission_id as id, version
    `.execute(tx);
    for (const overdue of rows) await notifyReviewers(tx, overdue, "submission-overdue");
    return rows.length;
  });
}
