import { localAddress } from "#app/site/address.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";

export function ClosingSection() {
  const t = useText();
  return (
    <section className="closing on-deep">
      <div className="wrap">
        <div>
          <h2>{t("home.closing.title")}</h2>
          <p>{t("home.closing.text")}</p>
        </div>
        <a className="button gold" href={localAddress(useLanguage(), "/campaigns")}>
          {t("home.campaigns.all")}
        </a>
      </div>
    </section>
  );
}
