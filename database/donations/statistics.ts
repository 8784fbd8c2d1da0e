import { successRate, type Range } from "#domain/donations/statistics.ts";
import type { Currency, Money } from "#domain/money/money.ts";
import { readExternalFigures, type ExternalFigures } from "#database/content/external-figures.ts";
import type { Reads } from "#database/sql.server.ts";

export type Statistics = {
  raised: Money;
  others: Money[];
  donors: number;
  /** The part of these sums that was counted outside this site. */
  external: ExternalFigures | null;
  campaigns: number;
  successRate: number;
};

/** Totals of the ledger for a range of days. For all time, with what was counted outside this site. The success of campaigns covers all time. */
export async function readStatistics(db: Reads, range: Range | null): Promise<Statistics> {
  const [sums, external, campaigns] = await Promise.all([
    range ? sumDays(db, range) : sumAll(db),
    // The service reports sums of all time.
    range ? null : readExternalFigures(db),
    countCampaigns(db),
  ]);
  const outside = external ?? { raised: 0n, donors: 0 };
  const inCurrency = (currency: Currency): Money => ({
    currency,
    amount: BigInt(sums.find((sum) => sum.currency === currency)?.raised ?? 0),
  });
  return {
    raised: { currency: "TZS", amount: inCurrency("TZS").amount + outside.raised },
    others: [inCurrency("USD")].filter(({ amount }) => amount !== 0n),
    donors: sums.reduce((count, sum) => count + Number(sum.donors), outside.donors),
    external,
    campaigns: campaigns.all,
    successRate: successRate(campaigns),
  };
}

type Sum = { currency: Currency; raised: bigint | string; donors: bigint | string };

function sumAll(db: Reads): Promise<Sum[]> {
  return db.selectFrom("public_totals").selectAll().execute();
}

function sumDays(db: Reads, { from, to }: Range): Promise<Sum[]> {
  return db
    .selectFrom("public_daily_totals")
    .select(({ fn }) => [
      "currency",
      fn.sum<string>("raised").as("raised"),
      fn.sum<string>("donors").as("donors"),
    ])
    .where("day", ">=", from)
    .where("day", "<=", to)
    .groupBy("currency")
    .execute();
}

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

type CampaignCounts = { all: number; withGoal: number; reached: number };

async function countCampaigns(db: Reads): Promise<CampaignCounts> {
  // The count of reached campaigns is its own query, because it has an index.
  const { all, with_goal, reached, reached_with_external } = await db
    .selectFrom("public_campaigns")
    .select(({ fn, selectFrom }) => [
      fn.countAll<bigint>().as("all"),
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
    all: Number(all),
    withGoal: Number(with_goal),
    reached: Number(reached) + Number(reached_with_external),
  };
}
