import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";
import { daysOfOldKey, type RetiredKey } from "#domain/system/key-age.ts";

export async function readRetiredKeys(db: Reads): Promise<RetiredKey[]> {
  const expiresAt = sql<Date>`retired_at + make_interval(days => ${daysOfOldKey})`;
  return db
    .selectFrom("retired_keys")
    .select(["id", expiresAt.as("expiresAt"), sql<boolean>`${expiresAt} < now()`.as("hasExpired")])
    .orderBy("id")
    .execute();
}
