import { sql } from "kysely";
import { alarmShape, calmMinutes, type Alarm } from "#domain/system/alarm.ts";
import type { JobName } from "#domain/system/jobs.ts";
import { refusals, type SecurityEventKind } from "#domain/system/security-event.ts";
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
  const { cases } = await db
    .selectFrom("cases")
    .select(({ fn }) => fn.countAll<bigint>().as("cases"))
    .where("status", "=", "open")
    .where("kind", "=", "mismatch")
    .executeTakeFirstOrThrow();
  return cases > 0n ? [{ kind: "mismatch", cases: Number(cases) }] : [];
}

/** Fewer calls than this prove nothing about a provider. */
const leastCalls = 5;
const leastWaiting = 10;
const latest = 10_000;

/**
 * Failing: half of the payments in the last 15 minutes got no clear answer. Silent: payments have waited for over 15
 * minutes, and the provider reported nothing about any payment in that time.
 */
export async function findProviderAlarms(db: Reads): Promise<Alarm[]> {
  const { rows } = await sql<{
    provider: ProviderName;
    asked: bigint;
    failed: bigint;
    waiting: bigint;
    heard: boolean;
    refused: boolean;
  }>`
    with recent as (
      select provider, status, created_at from payments order by id desc limit ${latest}
    ),
    heard as (
      select provider, kind, received_at from provider_messages order by id desc limit ${latest}
    )
    select
      each_provider.name as provider,
      (
        select count(*) from recent
        where provider = each_provider.name and created_at > now() - interval '15 minutes'
      ) as asked,
      (
        select count(*) from recent
        where provider = each_provider.name and created_at > now() - interval '15 minutes' and status = 'unknown'
      ) as failed,
      (
        select count(*) from recent
        where provider = each_provider.name and status in ('pending', 'unknown')
          and created_at between now() - interval '1 hour' and now() - interval '15 minutes'
      ) as waiting,
      exists (
        select from heard
        where provider = each_provider.name and kind in ('callback', 'status')
          and received_at > now() - interval '15 minutes'
      ) as heard,
      exists (
        select from cases
        where kind = 'misconfigured' and status = 'open' and details ->> 'provider' = each_provider.name
      ) as refused
    from (values ('azampay'), ('selcom')) as each_provider (name)
  `.execute(db);
  return rows.flatMap(({ provider, heard, refused, ...counts }): Alarm[] => {
    const { asked, failed, waiting } = {
      asked: Number(counts.asked),
      failed: Number(counts.failed),
      waiting: Number(counts.waiting),
    };
    const isFailing = refused || (asked >= leastCalls && failed * 2 >= asked);
    return [
      ...(isFailing ? [{ kind: "provider-failing" as const, provider, failed, asked }] : []),
      ...(waiting >= leastWaiting && !heard ? [{ kind: "provider-silent" as const, provider, waiting }] : []),
    ];
  });
}

const daysBetweenBackups = 2;

export async function findBackupAlarms(db: Reads): Promise<Alarm[]> {
  const days = await daysSinceBackup(db);
  return days === null || days >= daysBetweenBackups ? [{ kind: "backup", days }] : [];
}

/** Null if no backup was recorded. */
export async function daysSinceBackup(db: Reads): Promise<number | null> {
  const { days } = await db
    .selectFrom("backups")
    .select(sql<number | null>`extract(epoch from now() - max(made_at))::int / 86400`.as("days"))
    .executeTakeFirstOrThrow();
  return days;
}

const burst = { "sign-ins": 30, refusals: 300 } as const;

/** Bursts of refused requests, counted over the time after which an alarm ends. */
export async function findDoorAlarms(db: Reads): Promise<Alarm[]> {
  const signIns = await eventsOf(db, ["sign-in-refused", "second-step-refused", "sign-in-limited"]);
  const refused = await eventsOf(db, refusals);
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
