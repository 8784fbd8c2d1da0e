import { formatDay, type Day } from "#domain/system/calendar.ts";
import { percentOf } from "#domain/money/money.ts";
import { giving, type Campaign } from "#domain/campaigns/categories.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";

/** Empty while a campaign accepts donations; else its end in one line, and the reason. */
export function ClosedReason({ campaign, today }: { campaign: Campaign; today: Day }) {
  const t = useText();
  const reason = useClosedReason(campaign, today);
  const state = giving(campaign, today);
  if (reason === null || state === "open") return null;
  const isReached = state === "completed" && percentOf(campaign.raised, campaign.goal) >= 100;
  return (
    <>
      <h2 className={isReached ? "closed-state reached" : "closed-state"}>
        {t(isReached ? "card.goalReached" : `card.${state}`)}
      </h2>
      <p>{reason}</p>
    </>
  );
}

export function useClosedReason(campaign: Campaign, today: Day): string | null {
  const t = useText();
  const language = useLanguage();
  switch (giving(campaign, today)) {
    case "open":
      return null;
    case "paused":
      return [
        t("campaign.closedPaused"),
        campaign.pausedSince &&
          t("campaign.pausedSince", { date: formatDay(campaign.pausedSince, language) }),
      ]
        .filter(Boolean)
        .join(" ");
    case "completed":
      return t("campaign.closedCompleted");
    case "ended":
      return t("campaign.closedEnded", { date: formatDay(campaign.endDate, language) });
  }
}
