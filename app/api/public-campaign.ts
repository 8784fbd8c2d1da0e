import type { z } from "zod";
import type { Campaign } from "#domain/campaigns/categories.ts";
import { pictureAddress, pictureFilesIn } from "#domain/content/picture.ts";
import type { campaign as shape } from "./shapes.ts";
import { decimal } from "./donations/decimal.ts";

/** A campaign under the specification's names. Amounts are in the campaign's currency. */
export function publicCampaign(campaign: Campaign, origin: string): z.infer<typeof shape> {
  const { picture } = campaign;
  const file = picture && pictureFilesIn("jpeg", picture.width).at(-1);
  return {
    id: campaign.id,
    title: campaign.title.en,
    title_sw: campaign.title.sw,
    description: campaign.description.en,
    description_sw: campaign.description.sw,
    category: campaign.category,
    sub_type: campaign.subType,
    goal_amount: decimal(campaign.goal),
    amount_raised: decimal(campaign.raised),
    currency: campaign.goal.currency,
    donors_count: campaign.donors,
    days_left: campaign.daysLeft,
    start_date: campaign.startDate,
    end_date: campaign.endDate,
    image: picture && file ? `${origin}${pictureAddress(picture, file)}` : null,
    organizer: campaign.organizer.en,
    location: campaign.location.en,
    is_zakat_eligible: campaign.isZakatEligible,
    status: campaign.status,
    priority: campaign.priority,
    created_at: campaign.createdAt.toISOString(),
  };
}
