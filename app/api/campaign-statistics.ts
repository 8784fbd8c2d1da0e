import type { z } from "zod";
import { dayOf } from "#domain/system/calendar.ts";
import { isCampaignId } from "#domain/campaigns/categories.ts";
import { rangeOf } from "#domain/donations/statistics.ts";
import { findCampaign } from "#database/campaigns/public.ts";
import { readCampaignDays } from "#database/donations/statistics.ts";
import { publicReads } from "#app/http/context.server.ts";
import { decimal } from "./donations/decimal.ts";
import { fail } from "./json.ts";
import type { campaignStatistics } from "./shapes.ts";
import type { Route } from "./+types/campaign-statistics";

export const handle = { policy: "everyone" };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const db = context.get(publicReads);
  const campaign = isCampaignId(params.campaignId) ? await findCampaign(db, params.campaignId) : null;
  if (campaign === null) return fail(404, "Campaign not found");
  const { searchParams } = new URL(request.url);
  const range = rangeOf(searchParams.get("fromdate"), searchParams.get("todate"), dayOf(new Date()));
  const { raised, donors } = await readCampaignDays(db, campaign.id, range);
  const { currency } = campaign.goal;
  const answer: z.infer<typeof campaignStatistics> = {
    success: true,
    campaign_id: campaign.id,
    fromdate: range.from,
    todate: range.to,
    currency,
    total_amount: decimal({ amount: raised, currency }),
    donors,
    target_amount: decimal(campaign.goal),
  };
  return Response.json(answer);
}
