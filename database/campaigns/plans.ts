import type { DescribedPicture } from "#domain/content/home.ts";
import type { Language, Translated } from "#domain/content/language.ts";
import type { Money } from "#domain/money/money.ts";
import { pictureColumn, translated } from "#database/columns.ts";
import type { Reads } from "#database/sql.server.ts";

/** The organizer's statements about a campaign. */
export type CampaignPlan = {
  language: Language;
  beneficiaries: string;
  relation: string;
  /** The named campaign is null after staff removed it. */
  surplus: { to: "donors" } | { to: "campaign"; campaign: { id: string; title: Translated } | null };
  budget: { what: string; amount: Money }[];
  pictures: DescribedPicture[];
};

/** Null for the fund's own campaigns. */
export async function findCampaignPlan(db: Reads, campaignId: string): Promise<CampaignPlan | null> {
  const plan = await db
    .selectFrom("public_campaign_plans as p")
    .innerJoin("public_campaigns as own", "own.id", "p.campaign_id")
    .leftJoin("public_campaigns as c", "c.id", "p.surplus_campaign_id")
    .select(["p.language", "p.beneficiaries", "p.relation", "p.surplus", "own.currency"])
    .select(["c.id", "c.title", "c.title_sw"])
    .where("p.campaign_id", "=", campaignId)
    .executeTakeFirst();
  if (plan === undefined) return null;
  const [budget, pictures] = await Promise.all([
    db
      .selectFrom("public_campaign_budget_lines")
      .select(["what", "amount"])
      .where("campaign_id", "=", campaignId)
      .orderBy("line")
      .execute(),
    db
      .selectFrom("public_campaign_pictures as p")
      .select(({ ref }) => pictureColumn(ref("p.picture_id")).as("picture"))
      .where("p.campaign_id", "=", campaignId)
      .orderBy("p.place")
      .execute(),
  ]);
  const { id, title } = plan;
  const campaign = id === null || title === null ? null : { id, title: translated(title, plan.title_sw) };
  return {
    ...{ language: plan.language, beneficiaries: plan.beneficiaries, relation: plan.relation },
    surplus: plan.surplus === "donors" ? { to: "donors" } : { to: "campaign", campaign },
    budget: budget.map(({ what, amount }) => ({ what, amount: { amount, currency: plan.currency } })),
    pictures: pictures.flatMap(({ picture }) => picture ?? []),
  };
}
