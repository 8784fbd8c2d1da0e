import { createHash } from "node:crypto";
import { sql, type Kysely } from "kysely";
import { waitFor, type Limit } from "#domain/payments/limits.ts";
import type { Tables } from "#database/tables.ts";

/** `count` has this one in it. */
export type Passed = { kind: "passed"; count: number } | { kind: "limited"; retryAfter: number };

/**
 * Counts one more, unless that is one too many; on whichever node. Until the transaction ends, nobody else passes for the
 * same subject.
 */
export async function passLimit(
  db: Kysely<Tables>,
  named: string,
  limits: readonly Limit[],
  now: Date,
): Promise<Passed> {
  const subject = subjectOf(named);
  const longest = Math.max(...limits.map(({ within }) => within));
  const most = sql.val(limits.map((limit) => limit.most));
  const within = sql.val(limits.map((limit) => limit.within));
  const counted = await sql<{ count: number }>`
    insert into rate_limits as known (subject, moments, last_at) values (${subject}, array[${now}::timestamptz], ${now})
    on conflict (subject) do update
      set moments = array(
            select moment from unnest(known.moments) moment
            where moment > ${now}::timestamptz - make_interval(secs => ${longest})
          ) || ${now}::timestamptz,
          last_at = ${now}
      where not exists (
        select from unnest(${most}::int[], ${within}::float8[]) as each_limit (most, within)
        where (
          select count(*) from unnest(known.moments) moment
          where moment > ${now}::timestamptz - make_interval(secs => within)
        ) >= most
      )
    returning cardinality(moments) as count
  `.execute(db);
  const passed = counted.rows[0];
  if (passed !== undefined) return { kind: "passed", count: passed.count };

  const known = await db
    .selectFrom("rate_limits")
    .select("moments")
    .where("subject", "=", subject)
    .executeTakeFirst();
  return { kind: "limited", retryAfter: Math.max(1, waitFor(known?.moments ?? [], limits, now)) };
}

/** Whether it was counted before, as far back as its limits look. */
export async function wasCounted(
  db: Kysely<Tables>,
  named: string,
  limits: readonly Limit[],
  now: Date,
): Promise<boolean> {
  const longest = Math.max(...limits.map(({ within }) => within));
  const known = await db
    .selectFrom("rate_limits")
    .select("subject")
    .where("subject", "=", subjectOf(named))
    .where("last_at", ">", new Date(now.getTime() - longest * 1_000))
    .executeTakeFirst();
  return known !== undefined;
}

/** Numbers and addresses are counted here, and not kept. */
const subjectOf = (named: string) => createHash("sha256").update(named).digest("base64url");
