import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "./address.ts";

/** Leads through the sign-up to the form. The sign-up sends people who are signed in to the form. */
export function useStartAddress(): string {
  const language = useLanguage();
  const form = encodeURIComponent(localAddress(language, "/organizer/new"));
  return `${localAddress(language, "/sign-up")}?next=${form}`;
}

export function StartCampaign() {
  const t = useText();
  return (
    <p className="start-campaign">
      <span>{t("start.text")}</span>
      <a className="button quiet" href={useStartAddress()}>
        {t("start.button")}
      </a>
    </p>
  );
}
