import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import { currencies, type Money } from "#domain/money/money.ts";
import type { Day } from "#domain/system/calendar.ts";
import type { CampaignUpdate } from "#domain/campaigns/updates.ts";
import type { ProjectSlug } from "#domain/campaigns/building-projects.ts";
import { externalFigures, externalShape, type ExternalFigures } from "#database/content/external-figures.ts";
import type { Reads } from "#database/sql.server.ts";
import { findProjectOf } from "./building-projects.ts";
import { listUseChanges, type UseChange } from "./change-requests.ts";
import { findPublicRuling, type PublicRuling } from "./held.ts";
import { findCampaignPlan, type CampaignPlan } from "./plans.ts";
import { listCampaignUpdates } from "./updates.ts";

/** The parts of a campaign's page that no donation changes. */
export type CampaignTexts = {
  updates: CampaignUpdate[];
  plan: CampaignPlan | null;
  ruling: PublicRuling | null;
  project: ProjectSlug | null;
  useChanges: UseChange[];
};

const shownUpdates = 20;

export async function readCampaignTexts(db: Reads, campaignId: string): Promise<CampaignTexts> {
  const [updates, plan, ruling, project, useChanges] = await Promise.all([
    listCampaignUpdates(db, campaignId, shownUpdates),
    findCampaignPlan(db, campaignId),
    findPublicRuling(db, campaignId),
    findProjectOf(db, campaignId),
    listUseChanges(db, campaignId),
  ]);
  return { updates, plan, ruling, project, useChanges };
}

/** The day only: the minute of a donation could tell neighbours who made it. */
export type LatestDonation = { amount: Money; day: Day; name: string | null };
/** Its donor let us show it, and staff approved it. */
export type SupportMessage = { message: string; day: Day; name: string | null };
/** The day on which the ledger first reached a part of the goal. A mark that refunds undid is left out. */
export type ProgressMark = { percent: number; day: Day };

/** The parts of a campaign's page that donations change, beside its totals. */
export type CampaignFigures = {
  latest: LatestDonation[];
  messages: SupportMessage[];
  marks: ProgressMark[];
  external: ExternalFigures | null;
};

const shownDonations = 5;
const shownMessages = 10;

const figuresShape = z.object({
  latest: z.array(
    z.object({
      amount: z.string().transform(BigInt),
      currency: z.enum(currencies),
      day: z.string(),
      name: z.string().nullable(),
    }),
  ),
  messages: z.array(z.object({ message: z.string(), day: z.string(), name: z.string().nullable() })),
  marks: z.array(z.object({ percent: z.number(), day: z.string() })),
  external: externalShape.nullable(),
});

/** One statement, because each statement is a round trip, and donations renew this page every second. */
export async function readCampaignFigures(
  db: Reads,
  campaignId: string,
  goal: Money,
): Promise<CampaignFigures> {
  const { rows } = await sql`
    select
      ${inOneList(latestOf(campaignId))} as latest,
      ${inOneList(messagesOf(campaignId))} as messages,
      ${inOneList(marksOf(campaignId, goal))} as marks,
      ${externalFigures(campaignId)} as external
  `.execute(db);
  const { latest, messages, marks, external } = figuresShape.parse(rows[0]);
  return {
    latest: latest.map(({ amount, currency, day, name }) => ({ amount: { amount, currency }, day, name })),
    messages,
    marks,
    // The service reports shillings.
    external: goal.currency === "TZS" ? external : null,
  };
}

const inOneList = (rows: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(to_json(listed)), '[]') from (${rows}) as listed)`;

const latestOf = (campaignId: string) => sql`
  select amount::text, currency, fund_day(completed_at) as day, name from public_latest_donations
  where campaign_id = ${campaignId}
  order by completed_at desc limit ${shownDonations}`;

const messagesOf = (campaignId: string) => sql`
  select message, fund_day(completed_at) as day, name from public_support_messages
  where campaign_id = ${campaignId}
  order by completed_at desc limit ${shownMessages}`;

function marksOf(campaignId: string, { amount: goal }: Money): RawBuilder<unknown> {
  return sql`
    with running as (
      select day, sum(raised) over (order by day) as raised
      from public_daily_totals where campaign_id = ${campaignId}
    ), present as (
      select raised from running order by day desc limit 1
    )
    select mark.percent, min(running.day) as day
    from unnest(array[25, 50, 75, 100]) as mark (percent)
    join running on running.raised * 100 >= mark.percent * ${goal}::numeric
    join present on present.raised * 100 >= mark.percent * ${goal}::numeric
    where ${goal}::numeric > 0
    group by mark.percent
    order by mark.percent`;
}
