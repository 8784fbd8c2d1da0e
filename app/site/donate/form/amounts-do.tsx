import { formatMoney } from "#domain/money/money.ts";
import { readTypedAmount } from "#domain/donations/typed-amount.ts";
import { useLanguage } from "#app/messages/translator.tsx";
import { TranslatedText } from "#app/site/translated-text.tsx";
import { amountDoes, quickAmounts, type DonationCampaign } from "./donation-fields.ts";

/** The effect of each amount, in the words of staff, to compare before a tap. The styles mark the chosen amount. */
export function AmountsDo({ campaign }: { campaign: DonationCampaign }) {
  const language = useLanguage();
  const lines = quickAmounts[campaign.currency].flatMap((value) => {
    const does = amountDoes(campaign, value);
    const amount = readTypedAmount(value, campaign.currency);
    return does && amount ? [{ value, does, amount }] : [];
  });
  if (lines.length === 0) return null;
  return (
    <ul className="amounts-do plain-list">
      {lines.map(({ value, does, amount }) => (
        <li key={value} className={`does-${value}`}>
          <b>{formatMoney(amount, language)}</b> <TranslatedText text={does} />
        </li>
      ))}
    </ul>
  );
}
