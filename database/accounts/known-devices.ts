import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";

export const newDeviceMark = () => randomBytes(24).toString("base64url");

export async function isKnownDevice(db: Reads, userId: string, mark: string): Promise<boolean> {
  const known = await db
    .selectFrom("known_devices")
    .select("user_id")
    .where("hash", "=", hashOf(mark))
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return known !== undefined;
}

/** A device stays known for one year after the person's last sign-in on it. */
export async function keepDevice(db: Reads, userId: string, mark: string): Promise<void> {
  await db
    .deleteFrom("known_devices")
    .where("user_id", "=", userId)
    .where("used_at", "<", sql<Date>`now() - interval '1 year'`)
    .execute();
  await db
    .insertInto("known_devices")
    .values({ hash: hashOf(mark), user_id: userId })
    .onConflict((known) => known.column("hash").doUpdateSet({ user_id: userId, used_at: sql<Date>`now()` }))
    .execute();
}

const hashOf = (mark: string) => createHash("sha256").update(mark).digest();
