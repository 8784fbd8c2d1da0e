import { formatDay, type Day } from "#domain/system/calendar.ts";
import { giving, type Campaign } from "#domain/campaigns/categories.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";

/** Empty while a campaign accepts donations; else a disabled button and the reason. */
export function WhyClosed({ campaign, today }: { campaign: Campaign; today: Day }) {
  const t = useText();
  const reason = useWhyClosed(campaign, today);
  if (reason === null) return null;
  return (
    <>
      <button className="button wide" disabled aria-describedby="why-closed">
        {t("card.donate")}
      </button>
      <p id="why-closed">{reason}</p>
    </>
  );
}

export function useWhyClosed(campaign: Campaign, today: Day): string | null {
  const t = useText();
  const language = useLanguage();
  switch (giving(campaign, today)) {
    case "open":
      return null;
    case "paused":
      return t("campaign.closedPaused");
    case "completed":
      return t("campaign.closedCompleted");
    case "ended":
      return t("campaign.closedEnded", { date: formatDay(campaign.endDate, language) });
  }
}
