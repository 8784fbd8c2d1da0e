import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";

/** An interrupted job can stay locked for minutes. Then stop waiting: the comparison finds its unfinished work. */
const mostLooks = 2_400;

/** Makes all work that is due within this time due now. Resolves when the site's jobs have done it. */
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

/** Runs queued jobs now too. A new site has no queue yet. */
async function callAll(db: Reads): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state = 'created'`
    .execute(db)
    .catch(() => undefined);
  await sql`select pg_notify('amana_changes', 'everything')`.execute(db);
}
