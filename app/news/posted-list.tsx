import type { WrittenTo } from "#database/campaigns/updates.ts";
import { dayOf, formatDay } from "#domain/system/calendar.ts";
import { TranslatedText } from "#app/site/translated-text.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";

/** The posted updates, each with a link to its form. */
export function PostedList({ written, list }: { written: WrittenTo; list: string }) {
  const t = useText();
  const language = useLanguage();
  return (
    <section aria-labelledby="posted">
      <h2 id="posted">{t("news.earlier")}</h2>
      {written.updates.length === 0 && <p>{t("news.none")}</p>}
      <ul className="posted-updates plain-list">
        {written.updates.map(({ id, title, publishedAt, isAutomatic }) => (
          <li key={id}>
            <a href={`${list}?update=${id}`}>
              <TranslatedText text={title} />
            </a>
            <span>
              {formatDay(dayOf(publishedAt), language)}
              {isAutomatic && ` · ${t("news.automatic")}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
