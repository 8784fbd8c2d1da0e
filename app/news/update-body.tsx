import { Markdown } from "#app/ui/markdown.tsx";
import { parseMarkdown } from "#domain/content/markdown.ts";
import { dayOf, formatDay } from "#domain/system/calendar.ts";
import { inLanguage } from "#domain/content/language.ts";
import type { CampaignUpdate } from "#domain/campaigns/updates.ts";
import { localAddress } from "#app/site/address.ts";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { TranslatedText } from "#app/site/translated-text.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";

const sizes = "(min-width: 64rem) 40rem, calc(100vw - 4rem)";

/** An update as visitors see it. The preview of its form uses it too. */
export function UpdateBody({ update }: { update: CampaignUpdate }) {
  const t = useText();
  const language = useLanguage();
  const { title, content, publishedAt, editedAt, isAutomatic, picture } = update;
  const day = dayOf(publishedAt);
  const shown = inLanguage(content, language);
  return (
    <>
      <p className="update-when">
        <time dateTime={day}>{formatDay(day, language)}</time>
        {editedAt && <span>{t("news.edited", { date: formatDay(dayOf(editedAt), language) })}</span>}
        {isAutomatic && <span>{t("news.automatic")}</span>}
      </p>
      <TranslatedText as="h3" text={title} />
      {picture && <DescribedPicture picture={picture} sizes={sizes} className="update-picture" />}
      <div className="update-words" lang={shown.lang === language ? undefined : shown.lang}>
        <Markdown
          blocks={parseMarkdown(shown.text)}
          localAddress={(path) => localAddress(language, path)}
          isNested
        />
      </div>
    </>
  );
}
