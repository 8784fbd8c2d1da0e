import { formatMoney, type Money } from "#domain/money/money.ts";
import { withProcessingFee } from "#domain/payments/fees.ts";
import { readTypedAmount } from "#domain/donations/typed-amount.ts";
import type { Entered } from "#app/http/form.server.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { Field } from "#app/ui/field.tsx";
import { AmountsDo } from "./amounts-do.tsx";
import { BankInstead, isTooMuch } from "./bank-instead.tsx";
import { Choices } from "./choices.tsx";
import { offersFee, quickAmounts, usualAmount, type DonationCampaign } from "./donation-fields.ts";
import { DidYouMean } from "./did-you-mean.tsx";

type Props = {
  campaign: DonationCampaign;
  entered: Entered;
  errorOf: (field: string) => string | undefined;
};

/** A typed amount counts instead of the chosen one. The styles and the script then show no amount as chosen. */
export function Amounts({ campaign, entered, errorOf }: Props) {
  const t = useText();
  const language = useLanguage();
  const { currency } = campaign;
  return (
    <>
      <Choices
        legend={t("giving.amount")}
        name="amount"
        look="in-three"
        chosen={entered["amount"] ?? usualAmount[currency]}
        error={errorOf("amount")}
        options={quickAmounts[currency].map((value) => {
          const amount = readTypedAmount(value, currency);
          return { value, label: amount === null ? value : formatMoney(amount, language) };
        })}
      />
      <AmountsDo campaign={campaign} />
      <Field
        id="otherAmount"
        label={t("giving.otherAmount")}
        error={errorOf("otherAmount")}
        before={currency === "TZS" ? "TSh" : "US$"}
        defaultValue={entered["otherAmount"]}
        inputMode={currency === "TZS" ? "numeric" : "decimal"}
        autoComplete="off"
        maxLength={60}
        // The styles see by the placeholder whether the field is empty.
        placeholder={currency === "TZS" ? t("giving.otherHint") : "\u00a0"}
      />
      {errorOf("otherAmount") && <DidYouMean typed={entered["otherAmount"] ?? ""} currency={currency} />}
      {errorOf("otherAmount") && isTooMuch(entered["otherAmount"] ?? "", currency) && (
        <BankInstead campaignId={campaign.id} />
      )}
      {offersFee(campaign) && (
        <label className="check">
          <input
            type="checkbox"
            name="fee"
            value="yes"
            defaultChecked={entered["fee"] === "yes"}
            aria-describedby="fee-hint"
          />
          {t("giving.fee")}
        </label>
      )}
    </>
  );
}

type ButtonProps = Pick<Props, "campaign" | "entered">;

/** Labels for each quick amount, with and without the fee. The styles show the one that will be charged, also without script. */
export function ContinueButton({ campaign: { currency }, entered }: ButtonProps) {
  const t = useText();
  const language = useLanguage();
  const label = (amount: Money | null) =>
    amount === null
      ? t("giving.continue")
      : t("giving.continueWith", { amount: formatMoney(amount, language) });
  const other = readTypedAmount(entered["otherAmount"] ?? "", currency);
  const isCharged = entered["method"] === "card" || entered["fee"] === "yes";
  return (
    <button className="button wide" type="submit">
      <span className="no-sum" data-sum="">
        {label(other !== null && isCharged ? withProcessingFee(other) : other)}
      </span>
      {quickAmounts[currency].map((value) => {
        const amount = readTypedAmount(value, currency);
        return (
          <span key={value} className={`with-sum sum-${value}`}>
            <span className="without-fee">{label(amount)}</span>
            <span className="and-fee">{label(amount && withProcessingFee(amount))}</span>
          </span>
        );
      })}
    </button>
  );
}
