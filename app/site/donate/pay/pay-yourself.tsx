import type { BankDetails } from "#domain/content/home.ts";
import { formatMoney, type Money } from "#domain/money/money.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { bankReference } from "#app/site/donate/form/bank-instead.tsx";

type Props = {
  bank: BankDetails | null;
  amount: Money;
  campaignId: string;
  /** The ways in which this payment can still be paid. */
  stillBy?: "prompt" | "page" | undefined;
};

/** For donors without a payment request: the number that staff set, and the reference to enter. */
export function PayYourself({ bank, amount, campaignId, stillBy }: Props) {
  const t = useText();
  const language = useLanguage();
  if (bank === null || bank.mobileMoneyNumber === "" || amount.currency !== "TZS") return null;
  const lines = [
    [t("giving.payYourself.name"), bank.mobileMoneyName],
    [t("giving.payYourself.number"), bank.mobileMoneyNumber],
    [t("giving.payYourself.amount"), formatMoney(amount, language)],
    [t("giving.payYourself.reference"), bankReference(campaignId)],
  ];
  return (
    <details className="pay-yourself" data-still={stillBy}>
      <summary>{t("giving.payYourself.title")}</summary>
      {stillBy && (
        <p>
          <b>{t(stillBy === "page" ? "giving.payYourself.waitingHosted" : "giving.payYourself.waiting")}</b>
        </p>
      )}
      <p>{t("giving.payYourself.text")}</p>
      <dl className="donation-lines">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="field-hint">{t("giving.payYourself.booked")}</p>
    </details>
  );
}
