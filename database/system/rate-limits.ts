import type { Reads } from "#database/sql.server.ts";
import type { Counted } from "#domain/system/rate-limit.ts";
import { sha256 } from "#domain/system/digest.server.ts";

/** True if any of these was counted within its limit's window. */
export async function wasCounted(db: Reads, counted: readonly Counted[], now: Date): Promise<boolean> {
  if (counted.length === 0) return false;
  const found = await db
    .selectFrom("rate_limits")
    .select("subject")
    .where((is) =>
      is.or(
        counted.map(({ subject, limits }) => {
          const longest = Math.max(...limits.map(({ within }) => within));
          const since = new Date(now.getTime() - longest * 1_000);
          return is.and([is("subject", "=", storedSubject(subject)), is("last_at", ">", since)]);
        }),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Subjects contain phones, addresses and usernames, so only their hashes are stored. */
export const storedSubject = (subject: string) => sha256(subject).toString("base64url");
