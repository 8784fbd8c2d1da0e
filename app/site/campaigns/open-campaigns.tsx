import type { Campaign } from "#domain/campaigns/categories.ts";
import { useText } from "#app/messages/translator.tsx";
import type { Day } from "#domain/system/calendar.ts";
import { CampaignCards } from "./card.tsx";

type Props = {
  campaigns: Campaign[];
  today: Day;
  /** The closed campaign's kind of money, if these campaigns do not take it. */
  unlike?: "zakat" | "waqf";
};

/** Under a campaign that takes no donations now. */
export function OpenCampaigns({ campaigns, today, unlike }: Props) {
  const t = useText();
  return (
    <section className="open-campaigns" aria-labelledby="open-campaigns">
      <h2 id="open-campaigns">{t(unlike === undefined ? "campaign.stillOpen" : "campaign.openUnlike")}</h2>
      {unlike !== undefined && <p className="lead">{t(`campaign.unlike.${unlike}`)}</p>}
      <CampaignCards campaigns={campaigns} today={today} />
    </section>
  );
}
