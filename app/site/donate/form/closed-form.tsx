import type { Campaign } from "#domain/campaigns/categories.ts";
import type { Day } from "#domain/system/calendar.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { WhyClosed } from "#app/site/campaigns/why-closed.tsx";

/** In place of the form of a campaign that takes no donations now: the reason, and where to go. */
export function ClosedForm({ campaign, today }: { campaign: Campaign; today: Day }) {
  const t = useText();
  const language = useLanguage();
  return (
    <div className="panel closed-form">
      <WhyClosed campaign={campaign} today={today} />
      <p className="closed-actions">
        <a className="button" href={localAddress(language, "/campaigns")}>
          {t("giving.viewCampaigns")}
        </a>
        <a className="button quiet" href={localAddress(language, `/campaigns/${campaign.id}`)}>
          {t("giving.back")}
        </a>
      </p>
    </div>
  );
}
