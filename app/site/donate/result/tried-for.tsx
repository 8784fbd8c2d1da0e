import type { Campaign } from "#domain/campaigns/categories.ts";
import { add, formatMoney, type Money } from "#domain/money/money.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { TranslatedText } from "#app/site/translated-text.tsx";
import styles from "./tried-for.css?inline";

export const triedForStyles = styles;

type Props = {
  campaign: Pick<Campaign, "title" | "picture">;
  donation: { amount: Money; fee: Money };
  /** The next rows name two amounts, so this one names none. */
  withoutAmount?: boolean;
};

/** A failed payment alone does not say what it was for. */
export function TriedFor({ campaign, donation: { amount, fee }, withoutAmount = false }: Props) {
  const t = useText();
  const language = useLanguage();
  return (
    <div className="tried-for">
      <DescribedPicture picture={campaign.picture} sizes="3.5rem" />
      <TranslatedText as="p" text={campaign.title} />
      {!withoutAmount && <span>{formatMoney(add(amount, fee), language)}</span>}
      {fee.amount > 0n && (
        <small>
          {t("giving.result.amountApart", {
            donation: formatMoney(amount, language),
            fee: formatMoney(fee, language),
          })}
        </small>
      )}
    </div>
  );
}
