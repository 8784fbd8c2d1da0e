import { smallestDonation } from "#domain/donations/amount-limits.ts";
import type { Currency, Money } from "#domain/money/money.ts";
import { isBeyondAllMoney, readTypedAmount } from "#domain/donations/typed-amount.ts";
import { mobileMoneyLimit } from "#domain/zakat/calculate.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";

/** For a donation above the form's limit. */
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

/** A card could pay it, but the fee would be too high. */
export const isForBank = ({ amount, currency }: Money): boolean =>
  currency === "TZS" && amount > mobileMoneyLimit.amount;

/** Lets staff record a transfer for the right campaign. */
export const bankReference = (campaignId: string) => campaignId.toUpperCase();

/** A refused amount that is not too small is too large. */
export function isTooMuch(refused: string, currency: Currency): boolean {
  const read = readTypedAmount(refused, currency);
  return read === null ? isBeyondAllMoney(refused) : read.amount >= smallestDonation[currency].amount;
}
