import type { Day } from "#domain/system/calendar.ts";
import { findCampaign, findSadaqahCampaign } from "#database/campaigns/public.ts";
import type { Reads } from "#database/sql.server.ts";
import type { ZakatCampaigns } from "./where-to-give.ts";

export async function findZakatCampaigns(db: Reads, today: Day): Promise<ZakatCampaigns> {
  const [zakat, sadaqah] = await Promise.all([findCampaign(db, "zakat"), findSadaqahCampaign(db, today)]);
  return { zakat, sadaqah };
}
