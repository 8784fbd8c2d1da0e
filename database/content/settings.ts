import { settingSchemas, type Settings } from "#domain/content/settings.ts";
import type { Reads } from "#database/sql.server.ts";

/** Throws when a record that every page needs is missing or malformed: the seed writes them all. */
export async function readSettings(db: Reads): Promise<Settings> {
  const rows = await db.selectFrom("public_settings").select(["key", "value"]).execute();
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  return {
    fund: settingSchemas.fund.parse(values.get("fund")),
    contact: settingSchemas.contact.parse(values.get("contact")),
    officeHours: settingSchemas["office-hours"].parse(values.get("office-hours")),
    metalPrices: settingSchemas["metal-prices"].nullable().parse(values.get("metal-prices") ?? null),
    cardsStopped: isStopped("cards", values.get("cards")),
    paymentsStopped: isStopped("payments", values.get("payments")),
  };
}

export const areCardsStopped = (db: Reads) => readStop(db, "cards");
export const arePaymentsStopped = (db: Reads) => readStop(db, "payments");

type Stop = "cards" | "payments";

/** Asked anew for each gift, so that the switch counts at once and on every node. */
async function readStop(db: Reads, key: Stop): Promise<boolean> {
  const row = await db
    .selectFrom("public_settings")
    .select("value")
    .where("key", "=", key)
    .executeTakeFirst();
  return isStopped(key, row?.value);
}

const isStopped = (key: Stop, record: unknown) =>
  record !== undefined && settingSchemas[key].parse(record).stopped;
