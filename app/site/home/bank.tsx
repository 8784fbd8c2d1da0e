import { dayOf, formatDay } from "#domain/system/calendar.ts";
import type { BankDetails } from "#domain/content/home.ts";
import type { Section } from "#domain/content/sections.ts";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { Written } from "#app/site/translated-text.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";

type Props = { section: Section<"large-donations">; bank: BankDetails | null };

export function BankSection({ section, bank }: Props) {
  const t = useText();
  return (
    <section className="band" id="large-donations">
      <div className="wrap bank-columns">
        <div>
          <p className="eyebrow">{t("home.bank.eyebrow")}</p>
          <Written as="h2" text={section.title} />
          <Written as="p" className="lead" text={section.text} />
        </div>
        <div
          className="bank-card"
          id="bank-details"
          data-island="bank"
          data-plain=""
          data-loading={t("home.bank.loading")}
        >
          {bank ? <Account bank={bank} /> : t("home.bank.unavailable")}
        </div>
      </div>
    </section>
  );
}

function Account({ bank }: { bank: BankDetails }) {
  const t = useText();
  const language = useLanguage();
  const lines: [string, string][] = [
    [t("home.bank.name"), bank.bankName],
    [t("home.bank.accountName"), bank.accountName],
    [t("home.bank.accountNumber"), bank.accountNumber],
    [t("home.bank.branch"), bank.branch],
    [t("home.bank.swift"), bank.swiftCode],
    [t("home.bank.mobileMoney"), [bank.mobileMoneyName, bank.mobileMoneyNumber].filter(Boolean).join(" · ")],
  ];
  const changed = dayOf(bank.changedAt);
  return (
    <>
      {bank.picture && <DescribedPicture picture={bank.picture} sizes="24rem" />}
      <dl className="bank-lines">
        {lines.map(
          ([label, value]) =>
            value !== "" && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {bank.additionalInfo.en !== "" && <Written as="p" text={bank.additionalInfo} />}
      <p className="bank-changed">{t("home.bank.changed", { date: formatDay(changed, language) })}</p>
    </>
  );
}
