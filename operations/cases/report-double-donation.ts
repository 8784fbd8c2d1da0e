import { sql, type Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { LockedPayment } from "#operations/payments/lock.ts";
import { openCase } from "./open.ts";

/**
 * A failed donation and its repeat can both be paid in the end. Both are recorded in the ledger, and the second opens
 * a case for staff.
 */
export async function emailAboutDoublePayment(
  tx: Transaction<Tables>,
  { id: paymentId, donation }: LockedPayment,
  messageId: bigint | null,
): Promise<void> {
  const first = await findFirst(tx, donation.id);
  // Two payments that settle at the same time would not see each other.
  await sql`select pg_advisory_xact_lock(hashtextextended('tries ' || ${first}::text, 0))`.execute(tx);
  const paid = await findPaidTries(tx, first);
  if (paid.length < 2) return;
  const donations = paid.map(({ id, external_id }) => ({ id: String(id), externalId: external_id }));
  await openCase(tx, "duplicate", { paymentId, messageId, details: { donations } });
}

async function findFirst(tx: Transaction<Tables>, donationId: bigint): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    with recursive before as (
      select id, retry_of from donations where id = ${donationId}
      union all
      select d.id, d.retry_of from donations d join before b on d.id = b.retry_of
    )
    select id from before where retry_of is null
  `.execute(tx);
  return rows[0]?.id ?? donationId;
}

async function findPaidTries(
  tx: Transaction<Tables>,
  first: bigint,
): Promise<{ id: bigint; external_id: string }[]> {
  const { rows } = await sql<{ id: bigint; external_id: string }>`
    with recursive tries as (
      select id from donations where id = ${first}
      union all
      select d.id from donations d join tries t on d.retry_of = t.id
    )
    select d.id, d.external_id
    from donations d join tries using (id)
    where d.status = 'completed' and d.reversed_at is null
    order by d.id
  `.execute(tx);
  return rows;
}
