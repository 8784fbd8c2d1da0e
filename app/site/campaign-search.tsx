import { longestText } from "#app/site/campaigns/query.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "./address.ts";

/** Leads on from a page without content. */
export function CampaignSearch() {
  const t = useText();
  return (
    <search className="campaign-search">
      <form action={localAddress(useLanguage(), "/campaigns")}>
        <input
          type="search"
          name="q"
          maxLength={longestText}
          aria-label={t("campaigns.searchFor")}
          placeholder={t("campaigns.searchHint")}
          enterKeyHint="search"
        />
        <button className="button">{t("campaigns.searchFor")}</button>
      </form>
    </search>
  );
}
