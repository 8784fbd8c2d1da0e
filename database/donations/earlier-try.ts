import { sql } from "kysely";
import type { Money } from "#domain/money/money.ts";
import type { Reads } from "#database/sql.server.ts";
import { doubtFrom, isOtherAmountInDoubt, type Doubt } from "./doubt.ts";

/** A failed donation that this one repeats. A payment can still arrive after its failure. */
export type EarlierTry = { orderId: string } & (
  | { kind: "paid"; paid: Money }
  | { kind: "in-doubt"; doubt: Doubt }
  | { kind: "unpaid" }
);

type Row = {
  external_id: string;
  amount: bigint | null;
  currency: Money["currency"];
  is_other_amount: boolean | null;
};

/** The try that was paid, or else one in doubt, or else the last one. */
export async function findEarlierTry(db: Reads, orderId: string): Promise<EarlierTry | null> {
  const { rows } = await sql<Row>`
    with recursive before as (
      select retry_of from donations where external_id = ${orderId}
      union all
      select d.retry_of from donations d join before b on d.id = b.retry_of
    ),
    tries as (
      select
        d.id, d.external_id, d.currency, case when p.status = 'succeeded' then p.amount end as amount,
        ${isOtherAmountInDoubt("p")} as is_other_amount
      from before b
      join donations d on d.id = b.retry_of
      left join payments p on p.donation_id = d.id
    )
    select external_id, currency, amount, is_other_amount
    from tries
    order by amount is null, is_other_amount is null, id desc
    limit 1
  `.execute(db);
  const [row] = rows;
  return row === undefined ? null : tryFrom(row);
}

function tryFrom({ external_id: orderId, amount, currency, is_other_amount }: Row): EarlierTry {
  if (amount !== null) return { orderId, kind: "paid", paid: { amount, currency } };
  const doubt = doubtFrom(is_other_amount);
  return doubt === null ? { orderId, kind: "unpaid" } : { orderId, kind: "in-doubt", doubt };
}
