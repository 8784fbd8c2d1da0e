import type { Currency } from "#domain/money.ts";
import type { Reads } from "./sql.server.ts";

/** Every campaign that money may have been given to, for staff to choose from. */
export function listAllCampaigns(db: Reads): Promise<{ id: string; title: string; currency: Currency }[]> {
  return db
    .selectFrom("campaigns")
    .select(["id", "title", "currency"])
    .where("status", "not in", ["pending", "rejected"])
    .orderBy("title")
    .orderBy("id")
    .limit(500)
    .execute();
}
