import { sql, type Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import { statusesThatAgree } from "#domain/payments/status.ts";
import type { Outcome } from "#domain/payments/provider.ts";

/**
 * Stores a hint about a payment and schedules checks until the provider answers clearly. False if the hint matches
 * our records. Later hints do not restart the schedule, so a flood cannot delay its end.
 */
export async function scheduleStatusCheck(
  db: Kysely<Tables>,
  paymentId: bigint,
  outcome: Outcome,
  { now, apart }: { now: Date; apart: number },
): Promise<boolean> {
  const earliest = sql<Date>`greatest(${now}::timestamptz, asked_at + make_interval(secs => ${apart / 1_000}))`;
  const ordered = await db
    .updateTable("payments")
    .set({
      next_check_at: sql<Date>`least(next_check_at, ${earliest})`,
      // A reversal has the highest weight, then a payment. A refusal has the lowest.
      hint: sql<Outcome>`case
        when hint is null or hint in ('declined', 'cancelled') or ${outcome}::text = 'reversed' then ${outcome}::text
        when ${outcome}::text = 'paid' and hint <> 'reversed' then 'paid'
        else hint
      end`,
      hinted_at: sql<Date>`coalesce(hinted_at, ${now})`,
      hints: sql<number>`hints + 1`,
    })
    .where("id", "=", paymentId)
    .where("provider", "<>", "offline")
    .where("status", "not in", statusesThatAgree(outcome))
    .returning("id")
    .executeTakeFirst();
  return ordered !== undefined;
}
