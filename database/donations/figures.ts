import { sql, type Selectable } from "kysely";
import { z } from "zod";
import { lookedUp, readSumsOfDays, type SumsOfDays } from "#database/system/sums-of-days.ts";
import { externalCampaigns, overallSubject } from "#domain/donations/reporting.ts";
import type { DaySum } from "#domain/donations/periods.ts";
import type { Range } from "#domain/donations/statistics.ts";
import { addDays } from "#domain/system/calendar.ts";
import { networks, type Network } from "#domain/payments/phone.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import { paymentMethods, type PaymentMethod } from "./list.ts";

/** A public figure in its two parts. */
export type FigureParts = {
  subject: string;
  title: string | null;
  ledger: Sum;
  external: (Sum & { title: string; fetchedAt: Date; isAdded: boolean; lower: LowerReport | null }) | null;
};

type Sum = { raised: bigint; donors: number };
/** The service reported less than the stored figure. Staff have not decided yet. */
export type LowerReport = Sum & { at: Date };

/** The fund's totals in shillings, then each campaign that can have external figures. */
export async function readFigureParts(db: Reads): Promise<FigureParts[]> {
  const [total, campaigns, stored, added] = await Promise.all([
    db.selectFrom("public_totals").selectAll().where("currency", "=", "TZS").executeTakeFirst(),
    db
      .selectFrom("campaigns as c")
      .innerJoin("campaign_totals as t", "t.campaign_id", "c.id")
      .select(["c.id", "c.title", "t.raised", "t.donors"])
      .where("c.id", "in", externalCampaigns)
      .where("c.currency", "=", "TZS")
      .orderBy("c.priority")
      .orderBy("c.id")
      .execute(),
    db.selectFrom("external_figures").selectAll().execute(),
    db.selectFrom("public_external_figures").select("subject").execute(),
  ]);
  const externalOf = (subject: string): FigureParts["external"] => {
    const row = stored.find((each) => each.subject === subject);
    if (row === undefined) return null;
    const isAdded = added.some((each) => each.subject === subject);
    const { title, raised, donors, fetched_at: fetchedAt } = row;
    return { title, raised, donors: Number(donors), fetchedAt, isAdded, lower: lowerOf(row) };
  };
  const all = {
    subject: overallSubject,
    title: null,
    raised: total?.raised ?? 0n,
    donors: total?.donors ?? 0n,
  };
  return [all, ...campaigns.map(({ id, ...row }) => ({ subject: id, ...row }))].map(
    ({ subject, title, raised, donors }) => ({
      subject,
      title,
      ledger: { raised, donors: Number(donors) },
      external: externalOf(subject),
    }),
  );
}

type Lower = Pick<Selectable<Tables["external_figures"]>, "lower_raised" | "lower_donors" | "lower_at">;

const lowerOf = ({ lower_raised: raised, lower_donors: donors, lower_at: at }: Lower): LowerReport | null =>
  raised === null || donors === null || at === null ? null : { raised, donors: Number(donors), at };

/** The days of a range that had donations in shillings. */
export async function readDaySums(db: Reads, { from, to }: Range): Promise<DaySum[]> {
  const rows = await db
    .selectFrom("public_daily_totals")
    .select(({ fn }) => ["day", fn.sum<string>("raised").as("raised"), fn.sum<string>("donors").as("donors")])
    .where("currency", "=", "TZS")
    .where("day", ">=", from)
    .where("day", "<=", to)
    .groupBy("day")
    .execute();
  return rows.map(({ day, raised, donors }) => ({ day, raised: BigInt(raised), donors: Number(donors) }));
}

export type CampaignSum = {
  campaign: string;
  title: string;
  raised: bigint;
  donors: number;
  raisedBefore: bigint;
};

/** The campaigns that raised most shillings in a range, with the range before. */
export async function readCampaignSums(
  db: Reads,
  range: Range,
  before: Range,
  most = 50,
): Promise<CampaignSum[]> {
  const { rows } = await sql<CampaignSum & { donors: bigint }>`
    select
      t.campaign_id as campaign, c.title,
      coalesce(sum(t.raised) filter (where t.day >= ${range.from}), 0)::bigint as raised,
      coalesce(sum(t.donors) filter (where t.day >= ${range.from}), 0)::bigint as donors,
      coalesce(sum(t.raised) filter (where t.day < ${range.from}), 0)::bigint as "raisedBefore"
    from public_daily_totals t join campaigns c on c.id = t.campaign_id
    where t.currency = 'TZS' and t.day >= ${before.from} and t.day <= ${range.to}
    group by t.campaign_id, c.title
    order by raised desc, t.campaign_id limit ${most}
  `.execute(db);
  return rows.map((row) => ({ ...row, donors: Number(row.donors) }));
}

export type MethodSum = {
  method: PaymentMethod;
  network: Network | null;
  raised: bigint;
  donors: number;
  raisedBefore: bigint;
};

/** The same sums of the ledger by payment method and network. A move between campaigns adds nothing. */
export async function readMethodSums(db: Reads, range: Range, before: Range): Promise<MethodSum[]> {
  const rows = await readSumsOfDays(db, methodSums, { from: before.from, to: range.to });
  const groups = Map.groupBy(rows, ({ method, network }) => `${method} ${network ?? ""}`);
  return [...groups.values()]
    .flatMap((own) => {
      const now = own.filter(({ day }) => day >= range.from);
      const then = own.filter(({ day }) => day < range.from);
      return own.slice(0, 1).map(({ method, network }) => ({
        ...{ method, network, raised: raisedIn(now), raisedBefore: raisedIn(then) },
        donors: now.reduce((sum, { donors }) => sum + donors, 0),
      }));
    })
    .toSorted((a, b) => (a.raised < b.raised ? 1 : a.raised > b.raised ? -1 : 0));
}

const raisedIn = (days: MethodSumOfDay[]) => days.reduce((sum, { raised }) => sum + BigInt(raised), 0n);

const methodShape = z.object({
  day: z.string(),
  method: z.enum(paymentMethods),
  network: z.enum(networks).nullable(),
  raised: z.string(),
  donors: z.int(),
});
type MethodSumOfDay = z.output<typeof methodShape>;

export const methodSums: SumsOfDays<MethodSumOfDay> = {
  subject: "donations by method",
  rows: z.array(methodShape),
  async add(db, range) {
    const startOf = (day: string) => sql`${`${day}T00:00:00+03:00`}::timestamptz`;
    const { rows } = await sql<MethodSumOfDay>`
      select
        fund_day(j.occurred_at) as day, p.method, p.network,
        (-sum(y.amount))::text as raised, (-sum(donors_in(j.kind, y.amount)))::integer as donors
      from journal j
      cross join lateral (
        select * from postings
        where journal_id = j.id and campaign_id is not null and currency = 'TZS' ${lookedUp(range)}
      ) y
      cross join lateral (select * from payments where id = j.payment_id ${lookedUp(range)}) p
      where counts_as_raised(j.kind)
        and j.occurred_at >= ${startOf(range.from)} and j.occurred_at < ${startOf(addDays(range.to, 1))}
      group by 1, 2, 3
    `.execute(db);
    return rows;
  },
};
