import { createHash } from "node:crypto";
import type { Reads } from "#database/sql.server.ts";

export async function isKnownDevice(db: Reads, userId: string, mark: string): Promise<boolean> {
  const known = await db
    .selectFrom("known_devices")
    .select("user_id")
    .where("hash", "=", hashOf(mark))
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return known !== undefined;
}

export const hashOf = (mark: string) => createHash("sha256").update(mark).digest();
