import type { CampaignUpdate } from "#domain/campaigns/updates.ts";
import { localAddress } from "#app/site/address.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { UpdateBody } from "./update-body.tsx";

type Props = { campaignId: string; update: CampaignUpdate };

/** The update that was just posted, as its author sees it above the empty form. */
export function PostedUpdate({ campaignId, update }: Props) {
  const t = useText();
  const language = useLanguage();
  return (
    <section className="update-preview" aria-labelledby="just-posted">
      <h2 id="just-posted">{t("news.posted")}</h2>
      <UpdateBody update={update} />
      <p>
        <a href={localAddress(language, `/campaigns/${campaignId}#update-${update.id}`)}>
          {t("news.seeOnPage")}
        </a>
      </p>
    </section>
  );
}
