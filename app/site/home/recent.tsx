import type { Day } from "#domain/system/calendar.ts";
import { formatMoney } from "#domain/money/money.ts";
import type { RecentDonation } from "#database/donations/statistics.ts";
import { localAddress } from "#app/site/address.ts";
import { DaysAgo } from "#app/site/days-ago.tsx";
import { TranslatedText } from "#app/site/translated-text.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";

export function RecentDonations({ donations, today }: { donations: RecentDonation[]; today: Day }) {
  const t = useText();
  const language = useLanguage();
  if (donations.length === 0) return null;
  return (
    <section className="recent sunk" aria-labelledby="recent">
      <div className="wrap">
        <h2 id="recent">{t("home.recent")}</h2>
        <ol className="plain-list">
          {donations.map(({ campaignId, title, money, day }, at) => (
            <li key={at}>
              <b>{formatMoney(money, language)}</b>
              <a href={localAddress(language, `/campaigns/${campaignId}`)}>
                <TranslatedText text={title} />
              </a>
              <DaysAgo day={day} today={today} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
