import type { Campaign } from "#domain/campaigns/categories.ts";
import { formatMoney, percentOf } from "#domain/money/money.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";

/** Stays in view while people read. The link or form above does the same for keyboards and readers. */
export function GiveBar({ campaign, to }: { campaign: Campaign; to: `#${string}` }) {
  const t = useText();
  const language = useLanguage();
  const percent = percentOf(campaign.raised, campaign.goal);
  return (
    <div className="give-bar" aria-hidden="true">
      <p>
        <b data-live={`${campaign.id}.raised`}>{formatMoney(campaign.raised, language)}</b>
        {campaign.goal.amount > 0n && (
          <span data-live={`${campaign.id}.funded`}>{t("card.raised", { percent })}</span>
        )}
      </p>
      <a className="button" href={to} tabIndex={-1}>
        {t("card.donate")}
      </a>
    </div>
  );
}
