import type { Campaign } from "#domain/campaigns/categories.ts";
import { inLanguage } from "#domain/content/language.ts";
import { add, formatMoney, percentOf, type Money } from "#domain/money/money.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import type { VisibleDonation } from "#app/site/donate/waiting/find-donation.server.ts";
import { useSite } from "#app/site/fund.ts";
import { useTranslated } from "#app/site/translated-text.tsx";

type Props = { title: string; donation: VisibleDonation; campaign: Campaign | null };

/** The campaign's picture, the amount, and the campaign's bar with the part that this donation added. */
export function Thanks({ title, donation, campaign }: Props) {
  const t = useText();
  const language = useLanguage();
  const written = useTranslated();
  const { amount, fee } = donation;
  const prayer = inLanguage(useSite().settings.fund.emailPrayer, language);
  return (
    <section className="thanks on-deep">
      {campaign !== null && (
        <div className="thanks-picture">
          <DescribedPicture picture={campaign.picture} sizes="(min-width: 40rem) 34rem, 100vw" />
        </div>
      )}
      <div className="thanks-words">
        <h1>{title}</h1>
        <p className="thanks-amount">{formatMoney(amount, language)}</p>
        <p className="result-said">
          {t("giving.result.successText", {
            amount: formatMoney(amount, language),
            campaign: written(donation.campaign.title),
          })}
        </p>
        {fee.amount > 0n && (
          <p>
            {t("giving.result.feeApart", {
              fee: formatMoney(fee, language),
              total: formatMoney(add(amount, fee), language),
            })}
          </p>
        )}
        {campaign !== null && <MovedBar campaign={campaign} amount={amount} />}
        {donation.keyed !== null && (
          <a className="thanks-receipt" href={localAddress(language, donation.keyed)}>
            {t("giving.result.receipt")}
          </a>
        )}
        {prayer.text !== "" && (
          <p className="thanks-prayer" lang={prayer.lang}>
            {prayer.text}
          </p>
        )}
      </div>
    </section>
  );
}

/** The round end of the line marks the place, also where the added part is too small to see. */
function MovedBar({ campaign: { raised, goal }, amount }: { campaign: Campaign; amount: Money }) {
  const t = useText();
  const language = useLanguage();
  if (goal.amount <= 0n) return null;
  const percent = percentOf(raised, goal);
  const end = Math.min(100, shareOf(raised, goal));
  const start = Math.max(0, end - shareOf(amount, goal));
  const words = t("card.progress", { percent, goal: formatMoney(goal, language) });
  return (
    <div className="thanks-bar">
      <svg viewBox="0 0 100 3" preserveAspectRatio="none" role="img" aria-label={words}>
        <path className="bar-goal" d="M0 1.5H100" />
        <path className="bar-before" d={`M0 1.5H${end}`} />
        <path className="bar-added" d={`M${start} 1.5H${end}`} />
      </svg>
      <p>
        {words} <b>+ {formatMoney(amount, language)}</b>
      </p>
    </div>
  );
}

const shareOf = (part: Money, goal: Money): number => (100 * Number(part.amount)) / Number(goal.amount);
