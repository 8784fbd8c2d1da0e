import type { Campaign } from "#domain/campaigns/categories.ts";
import { useText } from "#app/messages/translator.tsx";
import type { Day } from "#domain/system/calendar.ts";
import { CampaignCards } from "./card.tsx";

/** Under a campaign that takes no donations now. */
export function OpenCampaigns({ campaigns, today }: { campaigns: Campaign[]; today: Day }) {
  const t = useText();
  return (
    <section className="open-campaigns" aria-labelledby="open-campaigns">
      <h2 id="open-campaigns">{t("campaign.stillOpen")}</h2>
      <CampaignCards campaigns={campaigns} today={today} />
    </section>
  );
}
