import type { CampaignUpdate } from "#domain/campaigns/categories.ts";
import { dayOf, formatDay } from "#domain/system/calendar.ts";
import { inParagraphs, Written } from "#app/site/translated-text.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";

export function Updates({ updates }: { updates: CampaignUpdate[] }) {
  const t = useText();
  const language = useLanguage();
  return (
    <section className="updates" aria-labelledby="updates">
      <h2 id="updates">{t("campaign.updates")}</h2>
      <ol className="plain-list">
        {updates.map(({ id, title, content, publishedAt }) => (
          <li key={id}>
            <time dateTime={dayOf(publishedAt)}>{formatDay(dayOf(publishedAt), language)}</time>
            <Written as="h3" text={title} />
            {inParagraphs(content, language).map((part) => (
              <Written key={part.en} as="p" text={part} />
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
