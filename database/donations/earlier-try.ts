import { sql } from "kysely";
import type { Money } from "#domain/money/money.ts";
import type { Reads } from "#database/sql.server.ts";
import { doubtFrom, isOtherAmountInDoubt, type Doubt } from "./doubt.ts";

/** Another payment for the same donation: one that this one repeats, or one that repeats it. Each can arrive late. */
export type EarlierTry = { orderId: string; isLater: boolean } & (
  | { kind: "paid"; paid: Money }
  | { kind: "in-doubt"; doubt: Doubt }
  /** It has not ended, so it can still be paid. */
  | { kind: "open" }
  | { kind: "unpaid" }
);

type Row = {
  external_id: string;
  is_later: boolean;
  is_open: boolean;
  amount: bigint | null;
  currency: Money["currency"];
  is_other_amount: boolean | null;
};

type Standing = Record<"is_paid" | "is_in_doubt" | "is_open", boolean | null>;

/** All payments that are tied to this order by repetitions, also those of its repetitions. */
const triesWith = (orderId: string) => sql`
  recursive before as (
    select id, retry_of from donations where external_id = ${orderId}
    union
    select d.id, d.retry_of from donations d join before b on d.id = b.retry_of
  ),
  tries as (
    select id from before where retry_of is null
    union
    select d.id from donations d join tries t on d.retry_of = t.id
  )
`;

/** The try that was paid, or else one in doubt, or else an open one. Without them the last one before this order. */
export const findEarlierTry = (db: Reads, orderId: string): Promise<EarlierTry | null> =>
  findTry(db, orderId, { withOwn: false });

/** A try whose money arrived, or may have arrived. */
export type ArrivedTry = Extract<EarlierTry, { kind: "paid" | "in-doubt" }>;

/** For a donor who is about to repeat this order: this one, or another try of the same donation. */
export async function findArrivedTry(db: Reads, orderId: string): Promise<ArrivedTry | null> {
  const found = await findTry(db, orderId, { withOwn: true });
  return found?.kind === "paid" || found?.kind === "in-doubt" ? found : null;
}

async function findTry(
  db: Reads,
  orderId: string,
  { withOwn }: { withOwn: boolean },
): Promise<EarlierTry | null> {
  const { rows } = await sql<Row>`
    with ${triesWith(orderId)}, found as (
      select
        d.id, d.external_id, d.id > own.id as is_later, d.status = 'pending' as is_open, d.currency,
        case when p.status = 'succeeded' then p.amount end as amount,
        ${isOtherAmountInDoubt("p", { atAnyAge: true })} as is_other_amount
      from tries t
      join donations d using (id)
      join donations own on own.external_id = ${orderId} and (own.id <> d.id or ${withOwn})
      left join payments p on p.donation_id = d.id
    )
    select external_id, is_later, is_open, currency, amount, is_other_amount
    from found
    order by amount is null, is_other_amount is null, not is_open, is_later, id desc
    limit 1
  `.execute(db);
  const [row] = rows;
  return row === undefined ? null : tryFrom(row);
}

/**
 * Waits for payments of this donation that are being settled. Then a repetition sees whether one of them was paid, and
 * their settlement sees the repetition.
 */
export async function awaitTries(tx: Reads, orderId: string): Promise<void> {
  await sql`
    with ${triesWith(orderId)}
    select from donations where id in (select id from tries) order by id for share
  `.execute(tx);
}

/** Whether this order, or another try of the same donation, was paid or may have been, or can still be. */
export async function standingOfTries(db: Reads, orderId: string): Promise<EarlierTry["kind"]> {
  const { rows } = await sql<Standing>`
    with ${triesWith(orderId)}
    select
      bool_or(p.status = 'succeeded') as is_paid,
      bool_or(${isOtherAmountInDoubt("p", { atAnyAge: true })} is not null) as is_in_doubt,
      bool_or(p.status in ('initiated', 'pending', 'unknown', 'review')) as is_open
    from tries t join payments p on p.donation_id = t.id
  `.execute(db);
  const [standing] = rows;
  if (standing?.is_paid === true) return "paid";
  if (standing?.is_in_doubt === true) return "in-doubt";
  return standing?.is_open === true ? "open" : "unpaid";
}

function tryFrom({ external_id: orderId, is_later: isLater, ...row }: Row): EarlierTry {
  const { amount, currency } = row;
  if (amount !== null) return { orderId, isLater, kind: "paid", paid: { amount, currency } };
  const doubt = doubtFrom(row.is_other_amount);
  if (doubt !== null) return { orderId, isLater, kind: "in-doubt", doubt };
  return { orderId, isLater, kind: row.is_open ? "open" : "unpaid" };
}
