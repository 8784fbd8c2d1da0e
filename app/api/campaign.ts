import { isCampaignId } from "#domain/campaigns/categories.ts";
import { findCampaign } from "#database/campaigns/public.ts";
import { keepingContext, originContext, publicReads } from "#app/http/context.server.ts";
import { fail } from "./json.ts";
import { publicCampaign } from "./public-campaign.ts";
import type { Route } from "./+types/campaign";

export const handle = { policy: "everyone" };

export async function loader({ context, params }: Route.LoaderArgs) {
  const campaign = isCampaignId(params.id) ? await findCampaign(context.get(publicReads), params.id) : null;
  if (campaign === null) return fail(404, "Campaign not found");
  const keeping = context.get(keepingContext);
  keeping.subjects.add(`campaign:${campaign.id}`);
  return Response.json({ success: true, campaign: publicCampaign(campaign, context.get(originContext)) });
}
