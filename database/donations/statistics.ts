import { sql } from "kysely";
import { z } from "zod";
import { successRate, type Range } from "#domain/donations/statistics.ts";
import type { DaySum } from "#domain/donations/periods.ts";
import type { Translated } from "#domain/content/language.ts";
import { currencies, type Currency, type Money } from "#domain/money/money.ts";
import type { Day } from "#domain/system/calendar.ts";
import { externalFigures, externalShape, type ExternalFigures } from "#database/content/external-figures.ts";
import type { Reads } from "#database/sql.server.ts";

export type RecentDonation = { campaignId: string; title: Translated; money: Money; day: Day };

export type Statistics = {
  raised: Money;
  others: Money[];
  donors: number;
  /** The part of these sums that was counted outside this site. */
  external: ExternalFigures | null;
  campaigns: number;
  /** Campaigns that accept donations today. */
  active: number;
  /** Campaigns that reached their goal. */
  reached: number;
  successRate: number;
  /** The last donations of all campaigns, without names. */
  recent: RecentDonation[];
};

/** Totals of the ledger for a range of days. For all time, with what was counted outside this site. The success of campaigns covers all time. */
export async function readStatistics(db: Reads, range: Range | null): Promise<Statistics> {
  const { sums, external, recent, ...campaigns } = await readRow(db, range);
  const outside = external ?? { raised: 0n, donors: 0 };
  const inCurrency = (currency: Currency): Money => ({
    currency,
    amount: sums.find((sum) => sum.currency === currency)?.raised ?? 0n,
  });
  return {
    raised: { currency: "TZS", amount: inCurrency("TZS").amount + outside.raised },
    others: [inCurrency("USD")].filter(({ amount }) => amount !== 0n),
    donors: sums.reduce((count, sum) => count + sum.donors, outside.donors),
    external,
    campaigns: campaigns.all,
    active: campaigns.active,
    reached: campaigns.reached,
    successRate: successRate(campaigns),
    recent: recent.map(({ campaign_id, title, title_sw, amount, currency, day }) => ({
      campaignId: campaign_id,
      title: { en: title, sw: title_sw },
      money: { amount, currency },
      day,
    })),
  };
}

const statisticsShape = z.object({
  sums: z.array(
    z.object({ currency: z.enum(currencies), raised: z.string().transform(BigInt), donors: z.number() }),
  ),
  external: externalShape.nullable(),
  recent: z.array(
    z.object({
      campaign_id: z.string(),
      title: z.string(),
      title_sw: z.string().nullable(),
      amount: z.string().transform(BigInt),
      currency: z.enum(currencies),
      day: z.string(),
    }),
  ),
});

type StatisticsRow = z.output<typeof statisticsShape> & {
  all: number;
  active: number;
  withGoal: number;
  reached: number;
};

/** One statement, because each statement is a round trip, and donations renew the home page every second. */
async function readRow(db: Reads, range: Range | null): Promise<StatisticsRow> {
  // The count of reached campaigns is its own query, because it has an index.
  const row = await db
    .selectFrom("public_campaigns")
    .select(({ fn, selectFrom }) => [
      (range === null ? sumsOfAllTime : sumsOf(range)).as("sums"),
      // The service reports sums of all time.
      (range === null ? externalFigures() : sql<unknown>`null`).as("external"),
      recentDonations.as("recent"),
      fn.countAll<bigint>().as("all"),
      fn
        .countAll<bigint>()
        .filterWhere("status", "=", "active")
        .filterWhere("end_date", ">=", sql<Day>`fund_day()`)
        .as("active"),
      fn.countAll<bigint>().filterWhere("goal_amount", ">", 0n).as("with_goal"),
      selectFrom("public_campaigns as c")
        .innerJoin("public_standings as s", "s.campaign_id", "c.id")
        .select(({ fn: ofReached }) => ofReached.countAll<bigint>().as("count"))
        .where("s.share", ">=", 1)
        .as("reached"),
      selectFrom("public_external_figures as e")
        .innerJoin("public_campaigns as c", "c.id", "e.subject")
        .innerJoin("public_standings as s", "s.campaign_id", "c.id")
        .select(({ fn: ofReached }) => ofReached.countAll<bigint>().as("count"))
        .where("s.share", "<", 1)
        .whereRef("c.amount_raised", ">=", "c.goal_amount")
        .as("reached_with_external"),
    ])
    .executeTakeFirstOrThrow();
  return {
    ...statisticsShape.parse(row),
    all: Number(row.all),
    active: Number(row.active),
    withGoal: Number(row.with_goal),
    reached: Number(row.reached) + Number(row.reached_with_external),
  };
}

const sumsOfAllTime = sql<unknown>`(
  select coalesce(json_agg(json_build_object('currency', currency, 'raised', raised::text, 'donors', donors)), '[]')
  from public_totals)`;

const sumsOf = ({ from, to }: Range) => sql<unknown>`(
  select coalesce(json_agg(json_build_object('currency', currency, 'raised', raised::text, 'donors', donors)), '[]')
  from (
    select currency, sum(raised) as raised, sum(donors) as donors from public_daily_totals
    where day >= ${from}::date and day <= ${to}::date group by currency
  ) as of_days)`;

const recentDonations = sql<unknown>`(
  select coalesce(json_agg(json_build_object(
    'campaign_id', campaign_id, 'title', title, 'title_sw', title_sw, 'amount', amount::text, 'currency', currency, 'day', day
  )), '[]') from public_recent_donations)`;

/** One campaign's days in its own currency. */
export async function readCampaignDays(
  db: Reads,
  campaignId: string,
  { from, to }: Range,
): Promise<{ raised: bigint; donors: number }> {
  const row = await db
    .selectFrom("public_daily_totals")
    .select(({ fn }) => [fn.sum<string>("raised").as("raised"), fn.sum<string>("donors").as("donors")])
    .where("campaign_id", "=", campaignId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .executeTakeFirst();
  return { raised: BigInt(row?.raised ?? 0), donors: Number(row?.donors ?? 0) };
}

/** One campaign's days with donations, in its own currency. */
export async function listCampaignDays(
  db: Reads,
  campaignId: string,
  { from, to }: Range,
): Promise<DaySum[]> {
  const rows = await db
    .selectFrom("public_daily_totals")
    .select(["day", "raised", "donors"])
    .where("campaign_id", "=", campaignId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .orderBy("day")
    .execute();
  return rows.map(({ day, raised, donors }) => ({ day, raised, donors: Number(donors) }));
}
