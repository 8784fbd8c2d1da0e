import { formatMoney } from "#domain/money/money.ts";
import { readTypedAmount } from "#domain/donations/typed-amount.ts";
import { useLanguage } from "#app/messages/translator.tsx";
import { Written } from "#app/site/translated-text.tsx";
import { quickAmounts, type DonationCampaign } from "./donation-fields.ts";

/** What each amount does, in the words of staff. The styles show the line of the chosen amount, also without script. */
export function AmountsDo({ campaign: { currency, amountsDo } }: { campaign: DonationCampaign }) {
  const language = useLanguage();
  const lines = quickAmounts[currency].flatMap((value, at) => {
    const does = amountsDo[at];
    const amount = readTypedAmount(value, currency);
    return does && does.en !== "" && amount ? [{ value, does, amount }] : [];
  });
  if (lines.length === 0) return null;
  return (
    <ul className="amounts-do plain-list">
      {lines.map(({ value, does, amount }) => (
        <li key={value} className={`does-${value}`}>
          {formatMoney(amount, language)} <Written text={does} />
        </li>
      ))}
    </ul>
  );
}
