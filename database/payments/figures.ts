import { sql } from "kysely";
import { addDays } from "#domain/system/calendar.ts";
import type { Range } from "#domain/donations/statistics.ts";
import type { ProviderName } from "#domain/payments/provider.ts";
import type { Network } from "#domain/payments/phone.ts";
import type { Reads } from "#database/sql.server.ts";

/** Payments that began in a range of days, with the range before. */
export type PaymentsBegun = {
  begun: number;
  begunBefore: number;
  /** Also those that were paid back later. */
  paid: number;
  paidBefore: number;
};

export type ByNetwork = PaymentsBegun & { network: Network | "card" | "other" };

export async function readPaymentsByNetwork(db: Reads, range: Range, before: Range): Promise<ByNetwork[]> {
  const { rows } = await sql<Counts & { network: ByNetwork["network"] }>`
    select case when method = 'card' then 'card' else coalesce(network, 'other') end as network, ${counts(range)}
    from payments where provider <> 'offline' and ${begunIn(before, range)}
    group by 1 order by paid desc, begun desc, 1
  `.execute(db);
  return rows.map(({ network, ...row }) => ({ network, ...numbers(row) }));
}

export type ByProvider = PaymentsBegun & {
  provider: ProviderName;
  method: "mobile" | "card";
  ended: number;
  endedBefore: number;
  /** Seconds from the request to the confirmation. Null without a paid payment. */
  median: number | null;
  slowest: number | null;
};

/** `slowest` is the 90th percentile: nine of ten payments were confirmed sooner. */
export async function readPaymentsByProvider(db: Reads, range: Range, before: Range): Promise<ByProvider[]> {
  const ended = sql`status in ('succeeded', 'reversed', 'failed', 'cancelled')`;
  const now = sql`created_at >= ${startOf(range.from)}`;
  const took = (part: number) => sql<number | null>`
    percentile_cont(${part}) within group (order by extract(epoch from settled_at - created_at)::float8)
      filter (where status = 'succeeded' and ${now})
  `;
  const { rows } = await sql<Counts & Pick<ByProvider, "provider" | "method" | "median" | "slowest"> & Ended>`
    select
      provider, method, ${counts(range)},
      count(*) filter (where ${now} and ${ended}) as ended,
      count(*) filter (where not ${now} and ${ended}) as ended_before,
      ${took(0.5)} as median, ${took(0.9)} as slowest
    from payments where provider <> 'offline' and ${begunIn(before, range)}
    group by provider, method order by provider, method
  `.execute(db);
  return rows.map(({ provider, method, median, slowest, ended: all, ended_before, ...row }) => ({
    ...{ provider, method, median, slowest, ended: Number(all), endedBefore: Number(ended_before) },
    ...numbers(row),
  }));
}

type Counts = { begun: bigint; begun_before: bigint; paid: bigint; paid_before: bigint };
type Ended = { ended: bigint; ended_before: bigint };

const numbers = ({ begun, begun_before, paid, paid_before }: Counts): PaymentsBegun => ({
  ...{ begun: Number(begun), begunBefore: Number(begun_before) },
  ...{ paid: Number(paid), paidBefore: Number(paid_before) },
});

function counts(range: Range) {
  const now = sql`created_at >= ${startOf(range.from)}`;
  const isPaid = sql`status in ('succeeded', 'reversed')`;
  return sql`
    count(*) filter (where ${now}) as begun, count(*) filter (where not ${now}) as begun_before,
    count(*) filter (where ${now} and ${isPaid}) as paid, count(*) filter (where not ${now} and ${isPaid}) as paid_before
  `;
}

const begunIn = (before: Range, range: Range) =>
  sql<boolean>`created_at >= ${startOf(before.from)} and created_at < ${startOf(addDays(range.to, 1))}`;

/** East Africa keeps UTC+3 all year. */
const startOf = (day: string) => sql`${`${day}T00:00:00+03:00`}::timestamptz`;
