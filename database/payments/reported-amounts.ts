import { sql } from "kysely";
import { currencies, type Money } from "#domain/money/money.ts";
import type { Reads } from "#database/sql.server.ts";

/** The amounts of the statement lines that say that this payment was paid. */
export async function readListedAmounts(db: Reads, paymentId: bigint): Promise<Money[]> {
  const lines = await db
    .selectFrom("statement_lines as s")
    .innerJoin("payments as p", "p.id", "s.payment_id")
    .select(["s.amount", "p.currency"])
    .distinct()
    .where("s.payment_id", "=", paymentId)
    .where("s.outcome", "=", "paid")
    .where("s.amount", "is not", null)
    .execute();
  return lines.flatMap(({ amount, currency }) => (amount === null ? [] : [{ amount, currency }]));
}

/** The amounts other than the requested one in the cases about this payment. */
export async function readDifferingAmounts(db: Reads, paymentId: bigint): Promise<Money[]> {
  const { rows } = await sql<{ said: string; named: string | null; currency: Money["currency"] }>`
    select distinct difference ->> 'said' as said, p.currency, (
      select other ->> 'said' from jsonb_array_elements(k.details -> 'wrong') other
      where other ->> 'field' = 'currency' limit 1
    ) as named
    from cases k
    join payments p on p.id = k.payment_id
    cross join jsonb_array_elements(
      case jsonb_typeof(k.details -> 'wrong') when 'array' then k.details -> 'wrong' else '[]' end
    ) as difference
    where k.payment_id = ${paymentId} and k.kind = 'mismatch'
      and difference ->> 'field' = 'amount' and difference ->> 'said' ~ '^[0-9]{1,18}$'
  `.execute(db);
  return rows.map(({ said, named, currency }) => ({
    amount: BigInt(said),
    currency: currencies.find((each) => each === named) ?? currency,
  }));
}
