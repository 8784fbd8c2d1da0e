import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { ProviderName } from "#domain/payments/provider.ts";
import { addDays, timeZone, type Day } from "#domain/system/calendar.ts";
import { openCase } from "#operations/cases/open.ts";
import { lockPayment } from "#operations/payments/lock.ts";

/** A very recent payment may be on one side already and not yet on the other. */
const settlesWithin = 3_600_000;

/** Lines listed as paid that were checked with the provider, and are still not recorded later. */
export async function openCasesOfUnbooked(db: Kysely<Tables>): Promise<number> {
  const open = await db
    .selectFrom("statement_standings")
    .select(["payment_id", "day", "last_statement_id"])
    .where("state", "=", "open")
    .where("payment_status", "not in", ["succeeded", "reversed"])
    .where("first_seen_at", "<", sql<Date>`now() - interval '1 hour'`)
    .execute();
  for (const { payment_id: paymentId, day, last_statement_id: statementId } of open)
    if (paymentId !== null)
      await db.transaction().execute(async (tx) => {
        // Recorded since the query above, it would have a case that nothing closes.
        const payment = await lockPayment(tx, { id: paymentId });
        if (payment === null || payment.status === "succeeded" || payment.status === "reversed") return;
        await openCase(tx, "not-booked", { paymentId, details: { day }, statementId });
      });
  return open.length;
}

/** On a day of this statement, or of an earlier one. */
function isCovered(moment: RawBuilder<unknown>, { from, to }: Pick<Range, "from" | "to">) {
  const day = sql`((${moment}) at time zone ${sql.lit(timeZone)})::date`;
  return sql<boolean>`(${day} between ${from}::date and ${to}::date or exists (
    select from statements s
    where s.provider = p.provider and s.status = 'imported' and ${day} between s.from_day and s.to_day
  ))`;
}

type Range = { provider: ProviderName; from: Day; to: Day; mentioned: string[]; statementId: bigint };

/** Payments that we recorded as paid on these days, and that no statement lists. */
export async function openCasesOfUnlisted(
  db: Kysely<Tables>,
  { provider, from, to, mentioned, statementId }: Range,
  now: Date,
): Promise<number> {
  const unlisted = await db
    .selectFrom("payments as p")
    .select("p.id")
    .where("p.provider", "=", provider)
    .where("p.status", "=", "succeeded")
    .where("p.created_at", ">=", new Date(`${addDays(from, -1)}T00:00:00+03:00`))
    .where("p.created_at", "<=", new Date(`${to}T23:59:59.999+03:00`))
    .where("p.settled_at", "<", new Date(now.getTime() - settlesWithin))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("statement_lines as l")
            .select("l.id")
            .whereRef("l.payment_id", "=", "p.id")
            .where("l.outcome", "<>", "pending"),
        ),
      ),
    )
    .where(sql<boolean>`p.reference <> all (${mentioned}::text[])`)
    .where(sql<boolean>`coalesce(p.provider_reference, '') <> all (${mentioned}::text[])`)
    // Around midnight the provider can list a payment under either day, so both must have been read.
    .where(isCovered(sql`p.created_at - interval '10 minutes'`, { from, to }))
    .where(isCovered(sql`p.settled_at + interval '10 minutes'`, { from, to }))
    // The provider cannot list donations that it never handled, such as the demonstration's.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("provider_messages as m")
          .select("m.id")
          .whereRef("m.payment_id", "=", "p.id")
          .where("m.kind", "=", "answer"),
      ),
    )
    // A decision stays: the next statement of the same days is no news.
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("cases as c")
            .select("c.id")
            .whereRef("c.payment_id", "=", "p.id")
            .where("c.kind", "=", "not-listed")
            .where("c.status", "=", "closed")
            .where("c.decision", "not in", ["matched", "import-undone"]),
        ),
      ),
    )
    .execute();
  for (const { id } of unlisted)
    await openCase(db, "not-listed", { paymentId: id, details: { from, to }, statementId });
  return unlisted.length;
}
