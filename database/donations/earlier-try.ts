import { sql } from "kysely";
import type { Money } from "#domain/money/money.ts";
import type { Reads } from "#database/sql.server.ts";

/** A failed donation that this one repeats. A payment can still arrive after its failure. */
export type EarlierTry = {
  orderId: string;
  /** What arrived for it. Null while nothing did. */
  paid: Money | null;
};

/** The try that was paid, or else the last one. */
export async function findEarlierTry(db: Reads, orderId: string): Promise<EarlierTry | null> {
  const { rows } = await sql<{ external_id: string; amount: bigint | null; currency: Money["currency"] }>`
    with recursive before as (
      select retry_of from donations where external_id = ${orderId}
      union all
      select d.retry_of from donations d join before b on d.id = b.retry_of
    )
    select d.external_id, p.amount, d.currency
    from before b
    join donations d on d.id = b.retry_of
    left join payments p on p.donation_id = d.id and p.status = 'succeeded'
    order by p.amount is null, d.id desc
    limit 1
  `.execute(db);
  return (
    rows.map(({ external_id, amount, currency }) => ({
      orderId: external_id,
      paid: amount === null ? null : { amount, currency },
    }))[0] ?? null
  );
}
