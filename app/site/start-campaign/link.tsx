import { Island } from "#app/islands/island.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";

export function StartCampaign() {
  const t = useText();
  return (
    <p className="start-campaign">
      <span>{t("start.text")}</span>
      <StartLink className="button quiet" />
    </p>
  );
}

/** Leads through the sign-up to the form. The sign-up sends people who are signed in to the form. */
export function StartLink({ className }: { className?: string }) {
  const t = useText();
  const language = useLanguage();
  const form = encodeURIComponent(localAddress(language, "/organizer/new"));
  const props = {
    address: `${localAddress(language, "/sign-up")}?next=${form}`,
    label: t("start.button"),
    className,
    close: t("settings.close"),
  };
  return <Island name="start" of={SheetLink} props={props} plain />;
}

export type StartProps = { address: string; label: string; className?: string | undefined; close: string };

/** With script, it opens these pages next to the current page. */
function SheetLink({ address, label, className }: StartProps) {
  return (
    <a className={className} href={address} data-opened-by="start">
      {label}
    </a>
  );
}
