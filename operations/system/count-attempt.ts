import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";
import { storedSubject } from "#database/system/rate-limits.ts";
import { waitFor, type Counted } from "#domain/system/rate-limit.ts";

type Attempt =
  /** `before`: how often the most frequent subject was counted before. */
  | { kind: "passed"; before: number }
  /** `subject`: the first one whose limit is reached. */
  | { kind: "limited"; subject: string; retryAfter: number };

/**
 * The only rate limiter: counts one attempt of each subject, on all nodes together, or of none if a limit is reached.
 * Call it before the work, so that a hundred attempts at once are no more than one after another. Inside a transaction
 * the subjects stay locked until its end, and the caller has to roll back if several subjects are limited.
 */
export async function countAttempt(db: Reads, counted: readonly Counted[], now?: Date): Promise<Attempt> {
  if (counted.length === 0) return { kind: "passed", before: 0 };
  if (counted.length === 1 || db.isTransaction) return countIn(db, counted, now);
  try {
    return await db.transaction().execute(async (tx) => {
      const attempt = await countIn(tx, counted, now);
      if (attempt.kind === "limited") throw new Limited(attempt);
      return attempt;
    });
  } catch (error) {
    if (error instanceof Limited) return error.attempt;
    throw error;
  }
}

export async function uncountAttempt(db: Reads, counted: readonly Counted[]): Promise<void> {
  if (counted.length === 0) return;
  const subjects = counted.map(({ subject }) => storedSubject(subject));
  // Locks in the order in which attempts are counted, to avoid deadlocks.
  await sql`
    update rate_limits set moments = trim_array(moments, least(1, cardinality(moments)))
    where subject in (
      select subject from rate_limits where subject = any(${subjects}::text[]) order by subject for update
    )
  `.execute(db);
}

class Limited extends Error {
  readonly attempt: Attempt;

  constructor(attempt: Attempt) {
    super("a limit is reached");
    this.attempt = attempt;
  }
}

async function countIn(db: Reads, counted: readonly Counted[], fixedNow?: Date): Promise<Attempt> {
  // Nodes share the database's clock.
  const now = fixedNow === undefined ? sql`now()` : sql`${fixedNow}::timestamptz`;
  const limits = counted.flatMap(({ subject, limits: each }) =>
    each.map(({ most, within }) => sql`(${storedSubject(subject)}, ${most}::int, ${within}::float8)`),
  );
  const passed = await sql<{ subject: string; count: number }>`
    with limits (subject, most, within) as (values ${sql.join(limits)})
    insert into rate_limits as known (subject, moments, last_at)
    select distinct subject, array[${now}], ${now} from limits order by subject
    on conflict (subject) do update set
      moments = array(
        select moment from unnest(known.moments) moment
        where moment > ${now} - make_interval(secs => (
          select max(within) from limits where limits.subject = known.subject
        ))
      ) || ${now},
      last_at = ${now}
    where not exists (
      select from limits
      where limits.subject = known.subject and (
        select count(*) from unnest(known.moments) moment
        where moment > ${now} - make_interval(secs => limits.within)
      ) >= limits.most
    )
    returning subject, cardinality(moments) as count
  `.execute(db);
  const subjects = new Set(passed.rows.map(({ subject }) => subject));
  const limited = counted.filter(({ subject }) => !subjects.has(storedSubject(subject)));
  const [first] = limited;
  if (first === undefined)
    return { kind: "passed", before: Math.max(...passed.rows.map(({ count }) => count)) - 1 };
  return {
    kind: "limited",
    subject: first.subject,
    retryAfter: await longestWait(db, limited, fixedNow),
  };
}

async function longestWait(db: Reads, limited: readonly Counted[], fixedNow?: Date): Promise<number> {
  const rows = await db
    .selectFrom("rate_limits")
    .select(["subject", "moments", sql<Date>`now()`.as("now")])
    .where(
      "subject",
      "in",
      limited.map(({ subject }) => storedSubject(subject)),
    )
    .execute();
  const waits = rows.map(({ subject, moments, now }) => {
    const limits = limited.find((each) => storedSubject(each.subject) === subject)?.limits ?? [];
    return waitFor(moments, limits, fixedNow ?? now);
  });
  return Math.max(1, ...waits);
}
