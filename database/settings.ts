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
    cardsStopped: areStopped(values.get("cards")),
  };
}

/** Asked anew for each card, so that the switch counts at once and on every node. */
export async function areCardsStopped(db: Reads): Promise<boolean> {
  const row = await db
    .selectFrom("public_settings")
    .select("value")
    .where("key", "=", "cards")
    .executeTakeFirst();
  return areStopped(row?.value);
}

const areStopped = (record: unknown) => record !== undefined && settingSchemas.cards.parse(record).stopped;
