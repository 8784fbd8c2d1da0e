import { externalCampaigns, overallSubject } from "#domain/donations/reporting.ts";
import type { DaySum } from "#domain/donations/periods.ts";
import type { Range } from "#domain/donations/statistics.ts";
import type { Reads } from "#database/sql.server.ts";

/** A public figure in its two parts. */
export type FigureParts = {
  subject: string;
  title: string | null;
  ledger: { raised: bigint; donors: number };
  external: { title: string; raised: bigint; donors: number; fetchedAt: Date; isAdded: boolean } | null;
};

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
    const { title, raised, donors, fetched_at } = row;
    return { title, raised, donors: Number(donors), fetchedAt: fetched_at, isAdded };
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
