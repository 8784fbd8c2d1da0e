import { sql } from "kysely";
import { z } from "zod";
import { readSumsOfDays, type SumsOfDays } from "#database/system/sums-of-days.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Range } from "#domain/donations/statistics.ts";
import { percentileOf, type Counts } from "#domain/payments/confirmation-times.ts";
import { networks, type Network } from "#domain/payments/phone.ts";
import { collectors, type ProviderName } from "#domain/payments/provider.ts";
import { addDays } from "#domain/system/calendar.ts";

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
  const rows = await readPayments(db, range, before);
  const groups = Map.groupBy(rows, ({ method, network }): ByNetwork["network"] =>
    method === "card" ? "card" : (network ?? "other"),
  );
  return [...groups]
    .map(([network, own]) => ({ network, ...begunIn(own, range) }))
    .toSorted((a, b) => b.paid - a.paid || b.begun - a.begun || (a.network < b.network ? -1 : 1));
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
  const rows = await readPayments(db, range, before);
  const groups = Map.groupBy(rows, ({ provider, method }) => `${provider} ${method}`);
  return [...groups.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, own]) => {
      const [now, then] = [own.filter(isIn(range)), own.filter((row) => !isIn(range)(row))];
      const times = now.map(({ confirmed }) => confirmed);
      return own.slice(0, 1).map(({ provider, method }) => ({
        ...{ provider, method, ...begunIn(own, range) },
        ...{ ended: sumOf(now, "ended"), endedBefore: sumOf(then, "ended") },
        ...{ median: percentileOf(times, 0.5), slowest: percentileOf(times, 0.9) },
      }));
    });
}

const dayShape = z.object({
  day: z.string(),
  provider: z.enum(collectors),
  method: z.enum(["mobile", "card"]),
  network: z.enum(networks).nullable(),
  begun: z.int(),
  ended: z.int(),
  paid: z.int(),
  /** Paid payments by the time to their confirmation. */
  confirmed: z.record(z.string(), z.int()) satisfies z.ZodType<Counts>,
});
type PaymentsOfDay = z.output<typeof dayShape>;

const readPayments = (db: Reads, range: Range, before: Range) =>
  readSumsOfDays(db, paymentSums, { from: before.from, to: range.to });

const isIn =
  ({ from }: Range) =>
  ({ day }: PaymentsOfDay) =>
    day >= from;

const sumOf = (rows: PaymentsOfDay[], figure: "begun" | "ended" | "paid") =>
  rows.reduce((sum, row) => sum + row[figure], 0);

function begunIn(rows: PaymentsOfDay[], range: Range): PaymentsBegun {
  const [now, then] = [rows.filter(isIn(range)), rows.filter((row) => !isIn(range)(row))];
  return {
    ...{ begun: sumOf(now, "begun"), begunBefore: sumOf(then, "begun") },
    ...{ paid: sumOf(now, "paid"), paidBefore: sumOf(then, "paid") },
  };
}

/** The page writes seconds under two minutes, and then minutes. More exact times would only be more rows. */
const confirmedAfter = sql`case
  when settled_at - created_at < interval '2 minutes' then round(extract(epoch from settled_at - created_at))
  else 60 * round(extract(epoch from settled_at - created_at) / 60)
end`;

export const paymentSums: SumsOfDays<PaymentsOfDay> = {
  subject: "payments",
  rows: z.array(dayShape),
  async add(db, { from, to }) {
    const { rows } = await sql<PaymentsOfDay>`
      with counted as (
        select fund_day(created_at) as day, provider, method, network,
          case when status = 'succeeded' then (${confirmedAfter})::integer end as seconds, count(*) as begun,
          count(*) filter (where status in ('succeeded', 'reversed', 'failed', 'cancelled')) as ended,
          count(*) filter (where status in ('succeeded', 'reversed')) as paid
        from payments
        where provider <> 'offline' and created_at >= ${startOf(from)} and created_at < ${startOf(addDays(to, 1))}
        group by 1, 2, 3, 4, 5
      )
      select day, provider, method, network,
        sum(begun)::integer as begun, sum(ended)::integer as ended, sum(paid)::integer as paid,
        coalesce(jsonb_object_agg(seconds, begun) filter (where seconds is not null), '{}') as confirmed
      from counted group by day, provider, method, network
    `.execute(db);
    return rows;
  },
};

/** East Africa keeps UTC+3 all year. */
const startOf = (day: string) => sql`${`${day}T00:00:00+03:00`}::timestamptz`;
