import { localAddress } from "#app/site/address.ts";
import { MessagePage } from "#app/site/message-page.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";

export function NoCampaign() {
  const t = useText();
  const language = useLanguage();
  return (
    <MessagePage title={t("campaign.notFound")} text={t("campaign.notFoundText")} code="404">
      <a className="button" href={localAddress(language, "/campaigns")}>
        {t("notFound.campaigns")}
      </a>
      <a className="button quiet" href={localAddress(language, "/")}>
        {t("notFound.home")}
      </a>
    </MessagePage>
  );
}
