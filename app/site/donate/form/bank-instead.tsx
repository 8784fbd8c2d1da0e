import { smallestDonation } from "#domain/donations/amount-limits.ts";
import type { Currency, Money } from "#domain/money/money.ts";
import { isBeyondAllMoney, readTypedAmount } from "#domain/donations/typed-amount.ts";
import { mobileMoneyLimit } from "#domain/zakat/calculate.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";

/** Bank details for a donation that is too large for the form, and the reference to name. */
export function BankInstead({ campaignId }: { campaignId: string }) {
  const t = useText();
  const language = useLanguage();
  return (
    <p className="field-hint">
      {t("giving.bankReference", { reference: bankReference(campaignId) })}
      <br />
      <a href={localAddress(language, "/#large-donations")}>{t("giving.largeDonations")}</a>
    </p>
  );
}

/** A card could pay it, but at a fee for which nobody would choose one. */
export const isForBank = ({ amount, currency }: Money): boolean =>
  currency === "TZS" && amount > mobileMoneyLimit.amount;

/** So that staff book a transfer where it belongs. */
export const bankReference = (campaignId: string) => campaignId.toUpperCase();

/** Of an amount that was refused: what is not too little is too much. */
export function isTooMuch(refused: string, currency: Currency): boolean {
  const read = readTypedAmount(refused, currency);
  return read === null ? isBeyondAllMoney(refused) : read.amount >= smallestDonation[currency].amount;
}
