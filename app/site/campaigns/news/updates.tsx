import type { CampaignUpdate } from "#domain/campaigns/updates.ts";
import { UpdateBody } from "#app/news/update-body.tsx";
import { localAddress } from "#app/site/address.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";

type Props = { id: string; updates: CampaignUpdate[]; title: string };

export function Updates({ id, updates, title }: Props) {
  const t = useText();
  const language = useLanguage();
  if (updates.length === 0) return null;
  return (
    <section className="updates" aria-labelledby="updates">
      <h2 id="updates">{title}</h2>
      <ol className="plain-list">
        {updates.map((update) => (
          <li key={update.id} id={`update-${update.id}`}>
            <UpdateBody update={update} />
          </li>
        ))}
      </ol>
      <p className="updates-feed">
        <a href={localAddress(language, `/campaigns/${id}/updates.atom`)}>{t("news.feed")}</a>
      </p>
    </section>
  );
}
