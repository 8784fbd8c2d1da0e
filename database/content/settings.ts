import { fundFrom, settingSchemas, type Settings } from "#domain/content/settings.ts";
import type { Reads } from "#database/sql.server.ts";

/** Throws if a required record is missing or malformed. The seed writes all of them. */
export async function readSettings(db: Reads): Promise<Settings> {
  const rows = await db.selectFrom("public_settings").select(["key", "value"]).execute();
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  return {
    fund: fundFrom(values.get("fund")),
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

async function readStop(db: Reads, key: Stop): Promise<boolean> {
  const row = await selectStop(db, key).executeTakeFirst();
  return isStopped(key, row?.value);
}

/** Part of the query that begins a donation, so that a switch takes effect immediately on every node. */
export const selectStop = (db: Pick<Reads, "selectFrom">, key: Stop) =>
  db.selectFrom("public_settings").select("value").where("key", "=", key);

export const isStopped = (key: Stop, record: unknown): boolean =>
  record !== undefined && record !== null && settingSchemas[key].parse(record).stopped;
