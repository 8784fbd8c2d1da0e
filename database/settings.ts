import { settingSchemas, type Settings } from "#domain/settings.ts";
import type { Reads } from "./sql.server.ts";

/** Throws when a record that every page needs is missing or malformed: the seed writes them all. */
export async function readSettings(db: Reads): Promise<Settings> {
  const rows = await db.selectFrom("public_settings").select(["key", "value"]).execute();
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  return {
    fund: settingSchemas.fund.parse(values.get("fund")),
    contact: settingSchemas.contact.parse(values.get("contact")),
    officeHours: settingSchemas["office-hours"].parse(values.get("office-hours")),
    metalPrices: settingSchemas["metal-prices"].nullable().parse(values.get("metal-prices") ?? null),
  };
}
