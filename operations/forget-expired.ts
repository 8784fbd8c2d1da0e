import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";

const expired = [
  ["attempts", sql`until < now()`],
  ["rate_limits", sql`last_at < now() - interval '2 days'`],
  ["used_challenges", sql`used_at < now() - interval '2 days'`],
  ["idempotency_keys", sql`created_at < now() - interval '7 days'`],
  ["gift_drafts", sql`created_at < now() - interval '1 hour'`],
  ["sessions", sql`expires_at < now() - interval '30 days'`],
  ["verifications", sql`expires_at < now() - interval '30 days'`],
] as const;

const atOnce = 5_000;

/** Deletes what is of no use once its time is over, a few thousand rows at a time, so that nobody waits for it. */
export async function forgetExpired(
  db: Reads,
  { now, stop }: { now: Date; stop?: AbortSignal },
): Promise<Record<string, number>> {
  const forgotten: Record<string, number> = {};
  for (const [table, isOver] of expired) {
    let deleted = atOnce;
    let all = 0;
    while (deleted === atOnce && !stop?.aborted) {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid = any (array(
          select ctid from ${sql.table(table)} where ${isOver} limit ${atOnce} for update skip locked
        ))
      `.execute(db);
      deleted = Number(numAffectedRows ?? 0n);
      all += deleted;
    }
    forgotten[table] = all;
  }
  return { ...forgotten, provider_messages: await forgetMessages(db, now, stop) };
}

const monthsOfMessages = 13;

/** What a provider wrote names people and their phones. That it wrote, about which payment and with what effect, is kept. */
async function forgetMessages(db: Reads, now: Date, stop: AbortSignal | undefined): Promise<number> {
  let all = 0;
  while (!stop?.aborted) {
    const { numAffectedRows } = await sql`
      update provider_messages set body = '', headers = null where id = any (array(
        select id from provider_messages
        where (body <> '' or headers is not null)
          and received_at < ${now}::timestamptz - make_interval(months => ${monthsOfMessages})
        limit ${atOnce} for update skip locked
      ))
    `.execute(db);
    const redacted = Number(numAffectedRows ?? 0n);
    all += redacted;
    if (redacted < atOnce) break;
  }
  return all;
}
