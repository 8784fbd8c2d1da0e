import { sql } from "kysely";
import { isCredible } from "./alarms.ts";
import { openStatuses } from "#domain/payments/status.ts";
import type { JobName } from "#domain/system/jobs.ts";
import type { Reads } from "#database/sql.server.ts";

export type OperatingFigures = {
  openPayments: { provider: string; status: string; count: number; oldestSeconds: number }[];
  openCases: number;
  openAlarms: { kind: string; count: number }[];
  emails: { status: string; count: number; oldestSeconds: number }[];
  jobs: { job: string; endedSecondsAgo: number; hasFailed: boolean }[];
  /** Of the last check that ended. Null if there was none yet. */
  ledgerProblems: number | null;
  /** Null if there was none yet. */
  backupSecondsAgo: number | null;
  /** Since the database has this mode. Null if no site has started with it. */
  installation: { payments: string; seconds: number } | null;
};

/** The figures that an operator watches, for `/metrics`. Ages are in seconds of the database's clock. */
export async function readOperatingFigures(db: Reads): Promise<OperatingFigures> {
  const [payments, cases, alarms, emails, jobs, backup, installation] = await Promise.all([
    db
      .selectFrom("payments")
      .select(["provider", "status", age("min(created_at)").as("oldest")])
      .select(({ fn }) => fn.countAll<bigint>().as("count"))
      .where("status", "in", openStatuses)
      .groupBy(["provider", "status"])
      .execute(),
    db
      .selectFrom("cases")
      .select(({ fn }) => fn.countAll<bigint>().as("count"))
      .where("status", "=", "open")
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("alarms")
      .select("kind")
      .select(({ fn }) => fn.countAll<bigint>().as("count"))
      .where("ended_at", "is", null)
      .groupBy("kind")
      .execute(),
    db
      .selectFrom("outbox")
      .select(["status", age("min(created_at)").as("oldest")])
      .select(({ fn }) => fn.countAll<bigint>().as("count"))
      .where("sent_at", "is", null)
      .groupBy("status")
      .execute(),
    db
      .selectFrom("job_runs")
      .select(["job", "failure", age("ended_at").as("ended")])
      .select(sql<number | null>`(outcome ->> 'count')::int`.as("problems"))
      .execute(),
    db.selectFrom("backups").select(age("max(made_at)").as("made")).where(isCredible).executeTakeFirst(),
    db
      .selectFrom("installation")
      .select(["payments", age("recorded_at").as("recorded")])
      .executeTakeFirst(),
  ]);
  return {
    openPayments: payments.map(({ provider, status, count, oldest }) => ({
      ...{ provider, status, count: Number(count), oldestSeconds: oldest ?? 0 },
    })),
    openCases: Number(cases.count),
    openAlarms: alarms.map(({ kind, count }) => ({ kind, count: Number(count) })),
    emails: emails.map(({ status, count, oldest }) => ({
      ...{ status, count: Number(count), oldestSeconds: oldest ?? 0 },
    })),
    jobs: jobs.map(({ job, failure, ended }) => ({
      ...{ job, endedSecondsAgo: ended ?? 0, hasFailed: failure !== null },
    })),
    ledgerProblems: jobs.find(({ job }) => job === ("check-ledger" satisfies JobName))?.problems ?? null,
    backupSecondsAgo: backup?.made ?? null,
    installation: installation
      ? { payments: installation.payments, seconds: installation.recorded ?? 0 }
      : null,
  };
}

/** `greatest` would answer 0 for a missing time. */
const age = (time: string) => {
  const since = sql.raw(`now() - ${time}`);
  return sql<
    number | null
  >`case when ${since} < interval '0' then 0 else extract(epoch from ${since})::float8 end`;
};
