import { formatDay, type Day } from "#domain/system/calendar.ts";
import { giving, type Campaign } from "#domain/campaigns/categories.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";

export type ZakatCampaigns = {
  zakat: Campaign | null;
  /** The id of a campaign for donations that are not Zakat. */
  sadaqah: string | null;
};

/** What the calculators' buttons lead to. `why` is null while the fund accepts Zakat. */
export type WhereToGive = { why: string | null; sadaqah: string | null };

export function useWhereToGive({ zakat, sadaqah }: ZakatCampaigns, today: Day): WhereToGive {
  return { why: useWhyNotOpen(zakat, today), sadaqah };
}

function useWhyNotOpen(zakat: Campaign | null, today: Day): string | null {
  const t = useText();
  const language = useLanguage();
  if (zakat === null || zakat.goal.currency !== "TZS") return t("zakat.closed.none");
  const state = giving(zakat, today);
  return state === "open" ? null : t(`zakat.closed.${state}`, { date: formatDay(zakat.endDate, language) });
}
