import { sql } from "kysely";
import { alarmShape, type Alarm } from "#domain/system/alarm.ts";
import { calmMinutes, daysBetweenBackups, daysUntilFirstBackup } from "#domain/system/alarm-limits.ts";
import type { JobName } from "#domain/system/jobs.ts";
import { refusals, wrongProofs, type SecurityEventKind } from "#domain/system/security-event.ts";
import { openRequest } from "#database/cases/list.ts";
import type { Reads } from "#database/sql.server.ts";
import type { ProviderName } from "#domain/payments/provider.ts";

export type AlarmRow = { id: bigint; alarm: Alarm; raisedAt: Date; endedAt: Date | null };

/** Open alarms and recently ended ones, newest first. */
export async function listAlarms(db: Reads): Promise<AlarmRow[]> {
  const rows = await alarms(db)
    .orderBy(sql`ended_at is null`, "desc")
    .orderBy("id", "desc")
    .limit(20)
    .execute();
  return rows.map(asAlarm);
}

export async function readAlarm(db: Reads, id: bigint): Promise<AlarmRow | null> {
  const row = await alarms(db).where("id", "=", id).executeTakeFirst();
  return row ? asAlarm(row) : null;
}

const alarms = (db: Reads) =>
  db.selectFrom("alarms").select(["id", "kind", "details", "raised_at", "ended_at"]);

function asAlarm(row: Awaited<ReturnType<ReturnType<typeof alarms>["executeTakeFirstOrThrow"]>>): AlarmRow {
  const alarm = alarmShape.parse({ kind: row.kind, ...row.details });
  return { id: row.id, alarm, raisedAt: row.raised_at, endedAt: row.ended_at };
}

const minutesBetweenLedgerChecks = 60;

/** The result of the last ledger check. It also tells if the check is too old to trust. */
export async function findLedgerAlarms(db: Reads): Promise<Alarm[]> {
  const run = await db
    .selectFrom("job_runs")
    .select(["failure", "outcome", sql<number>`extract(epoch from now() - ended_at)::int / 60`.as("minutes")])
    .where("job", "=", "check-ledger" satisfies JobName)
    .executeTakeFirst();
  // A new installation has not run its first check yet.
  if (run === undefined) return [];
  if (run.failure !== null || run.minutes > minutesBetweenLedgerChecks)
    return [{ kind: "ledger-unchecked", minutes: run.minutes }];
  const problems = Number(run.outcome?.["count"] ?? 0);
  return problems > 0 ? [{ kind: "ledger", problems }] : [];
}

export async function findMismatchAlarms(db: Reads): Promise<Alarm[]> {
  const { cases, requested } = await db
    .selectFrom("cases as k")
    .select(({ fn }) => [
      fn.countAll<bigint>().as("cases"),
      fn.countAll<bigint>().filterWhere(openRequest, "is not", null).as("requested"),
    ])
    .where("k.status", "=", "open")
    .where("k.kind", "=", "mismatch")
    .executeTakeFirstOrThrow();
  return cases > 0n ? [{ kind: "mismatch", cases: Number(cases), requested: Number(requested) }] : [];
}

/** Fewer calls than this prove nothing about a provider. */
const leastCalls = 5;
const leastUnanswered = 10;
const latest = 10_000;

/**
 * Failing: half of the payments, or half of the status checks, of the last 15 minutes got no clear answer. Silent: we
 * asked ten times over more than 15 minutes since the last callback or answered status check, and still ask.
 */
export async function findProviderAlarms(db: Reads): Promise<Alarm[]> {
  const [calls, unanswered] = await Promise.all([readRecentCalls(db), readUnanswered(db)]);
  return [
    ...calls.filter(isFailing).map(({ provider, ...counts }): Alarm => {
      const { failed, asked } = worse(counts);
      return { kind: "provider-failing", provider, failed: Number(failed), asked: Number(asked) };
    }),
    ...unanswered.map(({ provider, waiting }): Alarm => ({
      kind: "provider-silent",
      provider,
      waiting: Number(waiting),
    })),
  ];
}

type Calls = { asked: bigint; failed: bigint; checks: bigint; unanswered: bigint };

const isHalf = (failed: bigint, asked: bigint) => asked >= leastCalls && failed * 2n >= asked;

const isFailing = ({ asked, failed, checks, unanswered, refused }: Calls & { refused: boolean }) =>
  refused || isHalf(failed, asked) || isHalf(unanswered, checks);

/** The counts to report: of the payments, or of the status checks if only they fail. */
const worse = ({ asked, failed, checks, unanswered }: Calls) =>
  !isHalf(failed, asked) && isHalf(unanswered, checks)
    ? { asked: checks, failed: unanswered }
    : { asked, failed };

async function readRecentCalls(db: Reads) {
  const { rows } = await sql<Calls & { provider: ProviderName; refused: boolean }>`
    with recent as (
      -- A refusal without an answer: the provider was not reached.
      select provider, status = 'unknown' or status = 'failed' and exists (
        select from provider_messages m
        where m.payment_id = latest.id and m.kind = 'answer' and m.verdict = 'refused' and m.body = ''
      ) as is_unclear
      from (select * from payments order by id desc limit ${latest}) as latest
      where created_at > now() - interval '15 minutes'
    ),
    checked as (
      select provider, verdict from (select * from provider_messages order by id desc limit ${latest}) as latest
      where kind = 'status' and verdict <> 'not asked' and received_at > now() - interval '15 minutes'
    )
    select
      each_provider.name as provider,
      (select count(*) from recent where provider = each_provider.name) as asked,
      (select count(*) from recent where provider = each_provider.name and is_unclear) as failed,
      (select count(*) from checked where provider = each_provider.name) as checks,
      (select count(*) from checked where provider = each_provider.name and verdict = 'no answer') as unanswered,
      exists (
        select from cases
        where kind = 'misconfigured' and status = 'open' and details ->> 'provider' = each_provider.name
      ) as refused
    from (values ('azampay'), ('selcom')) as each_provider (name)
  `.execute(db);
  return rows;
}

/**
 * A payment request counts after 15 minutes without a callback. A callback without a payment of ours proves nothing:
 * anyone can post it. The longest pause between two status checks is shorter than the hour.
 */
async function readUnanswered(db: Reads) {
  const { rows } = await sql<{ provider: ProviderName; waiting: bigint }>`
    with messages as (
      select provider, kind, verdict, payment_id, received_at
      from provider_messages order by id desc limit ${latest}
    ),
    heard as (
      select provider, max(received_at) as at from messages
      where kind = 'callback' and payment_id is not null
        or kind = 'status' and verdict not in ('no answer', 'not asked')
      group by provider
    ),
    asked as (
      select provider, payment_id, received_at as at from messages where kind = 'status' and verdict = 'no answer'
      union all
      select provider, id, created_at from (select * from payments order by id desc limit ${latest}) as recent
      where status in ('pending', 'unknown') and created_at < now() - interval '15 minutes'
    )
    select asked.provider, count(distinct asked.payment_id) as waiting
    from asked left join heard on heard.provider = asked.provider
    where asked.provider in ('azampay', 'selcom')
      and asked.at > greatest(heard.at, now() - interval '1 day')
    group by asked.provider
    having count(*) >= ${leastUnanswered}
      and min(asked.at) < now() - interval '15 minutes'
      and max(asked.at) > now() - interval '1 hour'
    order by asked.provider
  `.execute(db);
  return rows;
}

/** A later time was recorded with a wrong clock and proves nothing. Two servers can differ by a few seconds. */
export const isCredible = sql<boolean>`made_at < now() + interval '5 minutes'`;

/** The operator's own backups count too. */
type LastBackup = { madeAt: Date; file: string | null; bytes: bigint | null };

export async function readLastBackup(db: Reads): Promise<LastBackup | null> {
  const last = await db
    .selectFrom("backups")
    .select(["made_at as madeAt", "file", "bytes"])
    .where(isCredible)
    .orderBy("made_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return last ?? null;
}

/** Without a backup, the days count from the creation of the installation. */
export async function findBackupAlarms(db: Reads): Promise<Alarm[]> {
  const days = await daysSinceBackup(db);
  if (days !== null) return days >= daysBetweenBackups ? [{ kind: "backup", days }] : [];
  const without = await daysSinceCreation(db);
  return without === null || without >= daysUntilFirstBackup ? [{ kind: "backup", days }] : [];
}

async function daysSinceCreation(db: Reads): Promise<number | null> {
  const created = await db
    .selectFrom("installation")
    .select(sql<number>`extract(epoch from now() - recorded_at)::int / 86400`.as("days"))
    .executeTakeFirst();
  return created?.days ?? null;
}

export async function daysSinceBackup(db: Reads): Promise<number | null> {
  const { days } = await db
    .selectFrom("backups")
    .select(
      sql<number | null>`extract(epoch from now() - max(least(made_at, now())))::int / 86400`.as("days"),
    )
    .where(isCredible)
    .executeTakeFirstOrThrow();
  return days;
}

/** The latest time of a backup in the future. Null if there is none. */
export async function readFutureBackup(db: Reads): Promise<Date | null> {
  const { latest } = await db
    .selectFrom("backups")
    .select(({ fn }) => fn.max<Date | null>("made_at").as("latest"))
    .where(({ not }) => not(isCredible))
    .executeTakeFirstOrThrow();
  return latest;
}

const burst = { "sign-ins": 30, refusals: 300 } as const;

/** Bursts of refused requests, counted over the time after which an alarm ends. */
export async function findDoorAlarms(db: Reads): Promise<Alarm[]> {
  const signIns = await eventsOf(db, ["sign-in-refused", "second-step-refused", "sign-in-limited"]);
  const refused = await eventsOf(db, [...refusals, ...wrongProofs]);
  return [
    ...(signIns >= burst["sign-ins"] ? [{ kind: "sign-ins" as const, refused: signIns }] : []),
    ...(refused >= burst.refusals ? [{ kind: "refusals" as const, refused }] : []),
  ];
}

async function eventsOf(db: Reads, kinds: readonly SecurityEventKind[]): Promise<number> {
  const { times } = await db
    .selectFrom("security_events")
    .select(sql<number>`coalesce(sum(times), 0)::int`.as("times"))
    .where("kind", "in", [...kinds])
    .where("at", ">", sql<Date>`now() - make_interval(mins => ${calmMinutes})`)
    .executeTakeFirstOrThrow();
  return times;
}
