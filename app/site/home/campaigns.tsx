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
        <h2>{t("home.campaigns.title")}</h2>
        <CampaignCards campaigns={campaigns} today={today} />
        <p className="all-campaigns">
          <a className="button quiet" href={localAddress(language, "/campaigns")}>
            {t("home.campaigns.all")}
          </a>
        </p>
        <StartCampaign />
      </div>
    </section>
  );
}
