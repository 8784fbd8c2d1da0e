import { isCategory, isSubType, waqfuAlias } from "#domain/campaigns/categories.ts";
import { listCampaigns } from "#database/campaigns/public.ts";
import { keepingContext, originContext, publicReads } from "#app/http/context.server.ts";
import { publicCampaign } from "./public-campaign.ts";
import type { Route } from "./+types/campaigns";

export const handle = { policy: "everyone" };

const most = 100;

/** The public list in the site's order with the site's filters, 100 per page. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const keeping = context.get(keepingContext);
  keeping.subjects.add("campaigns");
  const { searchParams } = new URL(request.url);

  const requestedCategory = searchParams.get("category");
  const category = requestedCategory === waqfuAlias ? "registered-waqfu" : requestedCategory;
  const type = searchParams.get("type");
  if ((category !== null && !isCategory(category)) || (type !== null && !isSubType(type)))
    return Response.json({ success: true, campaigns: [] });
  const page = /^[1-9]\d{0,4}$/.exec(searchParams.get("page") ?? "1");
  const campaigns = await listCampaigns(context.get(publicReads), {
    ...(category !== null && { category }),
    ...(type !== null && { type }),
    limit: most,
    offset: (Number(page?.[0] ?? 1) - 1) * most,
  });
  const origin = context.get(originContext);
  return Response.json({
    success: true,
    campaigns: campaigns.map((campaign) => publicCampaign(campaign, origin)),
  });
}
