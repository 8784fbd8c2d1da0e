import { PageNotFound } from "#app/site/page-not-found.tsx";
import { useText } from "#app/messages/translator.tsx";

export function NoCampaign() {
  const t = useText();
  return (
    <PageNotFound
      title={t("campaign.notFound")}
      text={t("campaign.notFoundText")}
      ways={[
        { path: "/campaigns", name: t("notFound.campaigns") },
        { path: "/", name: t("notFound.home") },
      ]}
    />
  );
}
