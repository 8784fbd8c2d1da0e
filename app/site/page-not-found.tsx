import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "./address.ts";
import { CampaignSearch } from "./campaign-search.tsx";
import { LostPicture } from "./lost-picture.tsx";
import { MessagePage } from "./message-page.tsx";

type Props = { title?: string; text?: string; ways: { path: string; name: string }[] };

export function PageNotFound({ title, text, ways }: Props) {
  const t = useText();
  const language = useLanguage();
  return (
    <MessagePage
      title={title ?? t("notFound.title")}
      text={text ?? t("notFound.text")}
      code="404"
      picture={<LostPicture />}
    >
      <CampaignSearch />
      {ways.map(({ path, name }) => (
        <a key={path} className="button quiet" href={localAddress(language, path)}>
          {name}
        </a>
      ))}
    </MessagePage>
  );
}
