import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";

/** An interrupted job can stay locked for minutes. Then stop waiting: the comparison finds its unfinished work. */
const mostLooks = 2_400;

type Round = { ahead: number; clockAhead: number; alive: () => boolean };

/** Makes all work that is due within `ahead` milliseconds due now. Resolves when the site's jobs have done it. */
export async function roundOfJobs(db: Reads, { ahead, clockAhead, alive }: Round): Promise<void> {
  const now = Date.now();
  await db
    .updateTable("payments")
    .set({ next_check_at: new Date(now + Math.min(0, clockAhead)) })
    .where("next_check_at", "<=", new Date(now + ahead))
    .execute();
  // The site writes its own time.
  const since = new Date(now + clockAhead);
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
