import { sql, type Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { ProviderName } from "#domain/payments/provider.ts";

/** Closes the cases of a provider whose statement lines now match our records. */
export async function closeSettledCases(
  db: Kysely<Tables>,
  provider: ProviderName,
  paymentId: bigint | null = null,
): Promise<void> {
  await sql`
    update cases k
    set status = 'closed', decision = 'matched', reason = 'The statement and our records agree now', closed_at = now()
    where k.status = 'open' and (
      (${paymentId}::bigint is null or k.payment_id = ${paymentId})
      and exists (select from payments p where p.id = k.payment_id and p.provider = ${provider} and p.status <> 'review')
      and (
        k.kind = 'not-booked' or k.kind = 'not-listed' or k.kind = 'mismatch' and k.details ->> 'source' = 'statement'
      )
      and exists (
        select from statement_standings s
        where s.payment_id = k.payment_id and s.state = 'matched'
          and (k.kind <> 'not-listed' or s.outcome in ('paid', 'reversed'))
      )
      and not exists (select from statement_standings s where s.payment_id = k.payment_id and s.state = 'open')
      or ${paymentId}::bigint is null and k.kind = 'unknown-order' and k.subject like ${`${provider}:%`}
      and not exists (
        select from statement_standings s
        where s.provider = ${provider} and s.key = substring(k.subject from ${provider.length + 2}::integer)
          and s.state = 'open' and s.payment_id is null
      )
      or ${paymentId}::bigint is null and k.kind = 'unknown-status' and k.subject like ${`${provider}-status:%`}
      and not exists (
        select from statement_lines s
        where s.provider = ${provider} and s.outcome = 'unknown' and s.ignored_at is null
          and k.subject = s.provider || '-status:' || lower(coalesce(s.said, ''))
      )
    )
  `.execute(db);
}
