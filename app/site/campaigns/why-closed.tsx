import { formatDay, type Day } from "#domain/calendar.ts";
import { giving, type Campaign } from "#domain/campaign.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";

/** Nothing while a campaign takes gifts; else its button, off, and the reason. */
export function WhyClosed({ campaign, today }: { campaign: Campaign; today: Day }) {
  const t = useText();
  const language = useLanguage();
  const state = giving(campaign, today);
  if (state === "open") return null;
  const reasons = {
    paused: t("campaign.closedPaused"),
    completed: t("campaign.closedCompleted"),
    ended: t("campaign.closedEnded", { date: formatDay(campaign.endDate, language) }),
  };
  return (
    <>
      <button className="button wide" disabled aria-describedby="why-closed">
        {t("card.donate")}
      </button>
      <p id="why-closed">{reasons[state]}</p>
    </>
  );
}
