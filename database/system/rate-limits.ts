import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";
import type { Counted } from "#domain/system/rate-limit.ts";
import { sha256 } from "#domain/system/digest.server.ts";

/** The count of the most frequent of these within its longest window. */
export async function timesCounted(db: Reads, counted: readonly Counted[], now: Date): Promise<number> {
  if (counted.length === 0) return 0;
  const found = await db
    .selectFrom("rate_limits")
    .select(sql<number>`coalesce(max(cardinality(moments)), 0)`.as("times"))
    .where((is) =>
      is.or(
        counted.map(({ subject, limits }) => {
          const longest = Math.max(...limits.map(({ within }) => within));
          const since = new Date(now.getTime() - longest * 1_000);
          return is.and([is("subject", "=", storedSubject(subject)), is("last_at", ">", since)]);
        }),
      ),
    )
    .executeTakeFirstOrThrow();
  return found.times;
}

/** Subjects contain phones, addresses and usernames, so only their hashes are stored. */
export const storedSubject = (subject: string) => sha256(subject).toString("base64url");
