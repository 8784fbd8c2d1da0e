import type { Campaign } from "#domain/campaigns/categories.ts";
import { formatMoney, percentOf } from "#domain/money/money.ts";
import type { Progress } from "#database/campaigns/progress.ts";
import { Figure } from "#app/site/cached/figure.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { fundedText } from "#app/site/campaigns/funded.ts";

/** Stays in view while people read. The link or form above does the same for keyboards and readers. */
export function GiveBar({ campaign, to }: { campaign: Campaign; to: `#${string}` }) {
  const t = useText();
  return (
    <div className="give-bar" aria-hidden="true">
      <Figure of="progress" id={campaign.id} now={campaign}>
        {(now) => <Raised progress={now} />}
      </Figure>
      <a className="button" href={to} tabIndex={-1}>
        {t("card.donate")}
      </a>
    </div>
  );
}

function Raised({ progress: { id, raised, goal } }: { progress: Progress }) {
  const t = useText();
  const language = useLanguage();
  const percent = percentOf(raised, goal);
  return (
    <p>
      <b data-live={`${id}.raised`}>{formatMoney(raised, language)}</b>
      {goal.amount > 0n && <span data-live={`${id}.funded`}>{fundedText(t, percent)}</span>}
    </p>
  );
}
