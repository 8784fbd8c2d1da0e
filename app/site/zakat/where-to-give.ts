import { formatDay, type Day } from "#domain/system/calendar.ts";
import { giving } from "#domain/campaigns/categories.ts";
import type { ZakatCampaigns } from "#database/campaigns/public.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";

/** The targets of the calculators’ buttons. `why` is null while the fund accepts Zakat. */
export type WhereToGive = { why: string | null; sadaqah: string | null };

export function useWhereToGive({ zakat, sadaqah }: ZakatCampaigns, today: Day): WhereToGive {
  return { why: useNotOpenReason(zakat, today), sadaqah };
}

function useNotOpenReason(zakat: ZakatCampaigns["zakat"], today: Day): string | null {
  const t = useText();
  const language = useLanguage();
  if (zakat === null || zakat.currency !== "TZS") return t("zakat.closed.none");
  const state = giving(zakat, today);
  return state === "open" ? null : t(`zakat.closed.${state}`, { date: formatDay(zakat.endDate, language) });
}
