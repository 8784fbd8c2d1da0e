import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";

/** A job that was cut off may stay taken for minutes; what it has left undone is then told by the comparison. */
const mostLooks = 2_400;

/** All that is due within so much time is due now; over once the site's own jobs have been called for it and have ended. */
export async function roundOfJobs(db: Reads, ahead: number, alive: () => boolean): Promise<void> {
  const since = new Date();
  await db
    .updateTable("payments")
    .set({ next_check_at: since })
    .where("next_check_at", "<=", new Date(since.getTime() + ahead))
    .execute();
  for (let looks = 0; alive() && looks < mostLooks; looks++) {
    if (looks % 20 === 0) await callAll(db);
    const ended = await db
      .selectFrom("job_runs")
      .select("job")
      .where("job", "in", ["reconcile-payments", "send-mail"])
      .where("began_at", ">=", since)
      .execute();
    if (ended.length === 2) return;
    await wait(50);
  }
}

/** Runs the queued jobs now as well. A site that has just begun has no queue yet. */
async function callAll(db: Reads): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state = 'created'`
    .execute(db)
    .catch(() => undefined);
  await sql`select pg_notify('amana_changes', 'everything')`.execute(db);
}
