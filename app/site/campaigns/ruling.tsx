import type { PublicRuling } from "#database/campaigns/held.ts";
import { formatDay } from "#domain/system/calendar.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";

/** The ruling behind the badge. Its reasons are in English, as the reviewer wrote them. */
export function Ruling({ ruling }: { ruling: PublicRuling }) {
  const t = useText();
  const language = useLanguage();
  const { reviewer, ruledOn, reasons, expiresOn } = ruling;
  return (
    <section className="plan">
      <h2>{t("ruling.title")}</h2>
      <p>{t("ruling.text", { reviewer, day: formatDay(ruledOn, language) })}</p>
      <p lang={language === "en" ? undefined : "en"}>{reasons}</p>
      {expiresOn !== null && <p>{t("ruling.until", { day: formatDay(expiresOn, language) })}</p>}
    </section>
  );
}
