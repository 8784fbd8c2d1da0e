import { formatMoney, type Currency } from "#domain/money/money.ts";
import { likelyDonation } from "#domain/donations/amount-limits.ts";
import type { FormErrors } from "#app/http/form.server.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";

/** The only problem of a form is an amount with two meanings. */
export const isOnlyUnclear = (errors: FormErrors, typed: string | undefined, currency: Currency): boolean =>
  errors.length === 1 && errors[0]?.field === "otherAmount" && likelyDonation(typed ?? "", currency) !== null;

/** A question about an amount with two meanings. Pressing the answer sends the form with it. */
export function DidYouMean({ typed, currency }: { typed: string; currency: Currency }) {
  const t = useText();
  const meant = likelyDonation(typed, currency);
  const language = useLanguage();
  if (meant === null) return null;
  const value = currency === "TZS" ? String(meant.amount) : (Number(meant.amount) / 100).toFixed(2);
  return (
    <button className="button quiet" name="meant" value={value} type="submit">
      {t("giving.errors.yesMeant", { amount: formatMoney(meant, language) })}
    </button>
  );
}
