import type { Reads } from "#database/sql.server.ts";
import { sha256 } from "#domain/system/digest.server.ts";

export async function isKnownDevice(db: Reads, userId: string, mark: string): Promise<boolean> {
  const known = await db
    .selectFrom("known_devices")
    .select("user_id")
    .where("hash", "=", sha256(mark))
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return known !== undefined;
}
