import type { Campaign } from "#domain/campaigns/categories.ts";
import type { Day } from "#domain/system/calendar.ts";
import { localAddress } from "#app/site/address.ts";
import { Progress } from "#app/site/campaigns/card.tsx";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { useTranslated, TranslatedText } from "#app/site/translated-text.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";

/** The first open campaign, right under the opening words. */
export function Featured({ campaign, today }: { campaign: Campaign; today: Day }) {
  const t = useText();
  const written = useTranslated();
  const address = localAddress(useLanguage(), `/campaigns/${campaign.id}`);
  return (
    <article className="featured">
      <div className="featured-picture">
        <DescribedPicture picture={campaign.picture} sizes="11rem" />
      </div>
      <div className="featured-words">
        <h2>
          <a className="covering" href={address}>
            <TranslatedText text={campaign.title} />
          </a>
        </h2>
        <Progress campaign={campaign} today={today} />
      </div>
      <a className="button" href={address} aria-label={`${t("card.donate")}: ${written(campaign.title)}`}>
        {t("card.donate")}
      </a>
    </article>
  );
}
