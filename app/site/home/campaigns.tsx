import type { Day } from "#domain/system/calendar.ts";
import type { Campaign } from "#domain/campaigns/categories.ts";
import { localAddress } from "#app/site/address.ts";
import { CampaignCards } from "#app/site/campaigns/card.tsx";
import { StartCampaign } from "#app/site/start-campaign/link.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";

export function CampaignsSection({ campaigns, today }: { campaigns: Campaign[]; today: Day }) {
  const t = useText();
  const language = useLanguage();
  return (
    <section className="band home-campaigns" id="campaigns">
      <div className="wrap">
        <div className="section-head">
          <div>
            <h2>{t("home.campaigns.title")}</h2>
          </div>
          <a className="button quiet" href={localAddress(language, "/campaigns")}>
            {t("home.campaigns.all")}
          </a>
        </div>
        <CampaignCards campaigns={campaigns} today={today} />
        <StartCampaign />
      </div>
    </section>
  );
}
