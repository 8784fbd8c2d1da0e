import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { isKnownDevice } from "#database/accounts/known-devices.ts";
import { sha256 } from "#domain/system/digest.server.ts";
import type { Reads } from "#database/sql.server.ts";

/** Returns the id of the person's device: its own, or a new one for an unknown device. */
export async function rememberDevice(db: Reads, userId: string, device: string | null): Promise<string> {
  const mark =
    device !== null && (await isKnownDevice(db, userId, device))
      ? device
      : randomBytes(24).toString("base64url");
  await keepDevice(db, userId, mark);
  return mark;
}

/** A device stays known for one year after the person's last sign-in on it. */
async function keepDevice(db: Reads, userId: string, mark: string): Promise<void> {
  await db
    .deleteFrom("known_devices")
    .where("user_id", "=", userId)
    .where("used_at", "<", sql<Date>`now() - interval '1 year'`)
    .execute();
  await db
    .insertInto("known_devices")
    .values({ hash: sha256(mark), user_id: userId })
    .onConflict((known) => known.column("hash").doUpdateSet({ user_id: userId, used_at: sql<Date>`now()` }))
    .execute();
}
