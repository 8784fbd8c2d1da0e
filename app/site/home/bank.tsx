import { dayOf, formatDay } from "#domain/system/calendar.ts";
import type { BankDetails } from "#domain/content/home.ts";
import type { Section } from "#domain/content/sections.ts";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { TranslatedText } from "#app/site/translated-text.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { PhoneFold } from "#app/ui/phone-fold.tsx";

type Props = { section: Section<"large-donations">; bank: BankDetails | null };

export function BankSection({ section, bank }: Props) {
  const t = useText();
  return (
    <section className="band" id="large-donations">
      <div className="wrap bank-columns">
        <div>
          <TranslatedText as="h2" text={section.title} />
          <TranslatedText as="p" className="lead" text={section.text} />
        </div>
        <PhoneFold summary={t("home.bank.show")}>
          <div
            className="bank-card"
            id="bank-details"
            data-island="bank"
            data-plain=""
            data-loading={t("home.bank.loading")}
            data-words={JSON.stringify({
              copied: t("home.bank.copied"),
              failed: t("campaign.copyFailed"),
              failedText: t("home.bank.copyFailedText"),
            })}
          >
            {bank ? <Account bank={bank} /> : t("home.bank.unavailable")}
          </div>
        </PhoneFold>
      </div>
    </section>
  );
}

function Account({ bank }: { bank: BankDetails }) {
  const t = useText();
  const language = useLanguage();
  const mobileMoney = [bank.mobileMoneyName, bank.mobileMoneyNumber].filter(Boolean).join(" · ");
  const lines: [label: string, value: string, number?: string][] = [
    [t("home.bank.name"), bank.bankName],
    [t("home.bank.accountName"), bank.accountName],
    [t("home.bank.accountNumber"), bank.accountNumber, bank.accountNumber],
    [t("home.bank.branch"), bank.branch],
    [t("home.bank.swift"), bank.swiftCode, bank.swiftCode],
    [t("home.bank.mobileMoney"), mobileMoney, bank.mobileMoneyNumber],
  ];
  const changed = dayOf(bank.changedAt);
  return (
    <>
      {bank.picture && <DescribedPicture picture={bank.picture} sizes="24rem" />}
      <dl className="bank-lines">
        {lines.map(
          ([label, value, number]) =>
            value !== "" && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{number ? <Copied value={value} number={number} label={label} /> : value}</dd>
              </div>
            ),
        )}
      </dl>
      {bank.additionalInfo.en !== "" && <TranslatedText as="p" text={bank.additionalInfo} />}
      <p className="bank-changed">{t("home.bank.changed", { date: formatDay(changed, language) })}</p>
    </>
  );
}

/** A press on the number selects it, also without script. */
function Copied({ value, number, label }: { value: string; number: string; label: string }) {
  const t = useText();
  return (
    <>
      {value.slice(0, -number.length)}
      <span data-copied="">{number}</span>{" "}
      <button
        type="button"
        className="button quiet small needs-script"
        aria-label={t("home.bank.copyOf", { label })}
      >
        {t("home.bank.copy")}
      </button>
    </>
  );
}
