import { giving, type Campaign } from "#domain/campaigns/categories.ts";
import type { Day } from "#domain/system/calendar.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { Progress } from "#app/site/campaigns/card.tsx";
import { OpenCampaigns } from "#app/site/campaigns/open-campaigns.tsx";
import { ClosedReason } from "#app/site/campaigns/closed-reason.tsx";
import { DescribedPicture } from "#app/site/described-picture.tsx";

type Props = { campaign: Campaign; others: Campaign[]; today: Day };

/** In place of the form of a campaign that takes no donations now: the reason, and where to give. */
export function ClosedForm({ campaign, others, today }: Props) {
  const t = useText();
  const language = useLanguage();
  return (
    <>
      <div className={`panel closed-form ${giving(campaign, today)}`}>
        <DescribedPicture picture={campaign.picture} sizes="20.5rem" />
        <ClosedReason campaign={campaign} today={today} />
        <div className="closed-progress">
          <Progress campaign={campaign} today={today} />
        </div>
        <p className="closed-actions">
          <a className="button" href={localAddress(language, "/campaigns")}>
            {t("giving.viewCampaigns")}
          </a>
          <a className="button quiet" href={localAddress(language, `/campaigns/${campaign.id}`)}>
            {t("giving.back")}
          </a>
        </p>
      </div>
      {others.length > 0 && <OpenCampaigns campaigns={others} today={today} />}
    </>
  );
}
