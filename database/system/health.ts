import { sql } from "kysely";
import { z } from "zod";
import { jobNames, jobSwitches, type JobName } from "#domain/system/jobs.ts";
import { promises, type PromiseName } from "#domain/system/ledger-checks.ts";
import type { Reads } from "#database/sql.server.ts";

export type JobHealth = {
  name: JobName;
  isOn: boolean;
  lastRun: {
    endedAt: Date;
    seconds: number;
    outcome: Record<string, unknown>;
    failure: string | null;
  } | null;
};

export async function readJobs(db: Reads): Promise<JobHealth[]> {
  const [runs, setting] = await Promise.all([
    db.selectFrom("job_runs").selectAll().execute(),
    db.selectFrom("site_settings").select("value").where("key", "=", "jobs").executeTakeFirst(),
  ]);
  const switches = jobSwitches.parse(setting?.value ?? {});
  return jobNames.map((name) => {
    const run = runs.find(({ job }) => job === name);
    return {
      name,
      isOn: switches[name] ?? true,
      lastRun: run
        ? {
            endedAt: run.ended_at,
            seconds: Math.round((run.ended_at.getTime() - run.began_at.getTime()) / 1000),
            outcome: run.outcome ?? {},
            failure: run.failure,
          }
        : null,
    };
  });
}

export type PromiseHealth = { name: PromiseName; broken: { problem: string; subject: string }[] };
export type Promises = { checkedAt: Date | null; all: PromiseHealth[] };

const problemsShape = z.object({
  problems: z.array(z.object({ promise: z.string(), problem: z.string(), subject: z.string() })),
});

export async function readPromises(db: Reads): Promise<Promises> {
  const run = await db
    .selectFrom("job_runs")
    .select(["ended_at", "outcome"])
    .where("job", "=", "check-ledger" satisfies JobName)
    .executeTakeFirst();
  const read = problemsShape.safeParse(run?.outcome);
  const problems = read.success ? read.data.problems : [];
  const names = z.array(z.custom<PromiseName>((name) => typeof name === "string" && name in promises));
  return {
    checkedAt: read.success ? (run?.ended_at ?? null) : null,
    all: names.parse(Object.keys(promises)).map((name) => ({
      name,
      broken: problems.filter(({ promise }) => promise === name),
    })),
  };
}

export type MailHealth = {
  waiting: number;
  oldest: Date | null;
  failed: number;
  kept: number;
  lastSent: Date | null;
};

export async function readMailHealth(db: Reads): Promise<MailHealth> {
  const row = await db
    .selectFrom("outbox")
    .select(({ fn }) => [
      fn.countAll<bigint>().filterWhere("status", "=", "waiting").as("waiting"),
      fn.countAll<bigint>().filterWhere("status", "=", "given-up").as("failed"),
      fn.countAll<bigint>().filterWhere("status", "=", "kept").as("kept"),
      fn.min("created_at").filterWhere("status", "=", "waiting").as("oldest"),
      fn.max("sent_at").as("last_sent"),
    ])
    .where("created_at", ">", sql<Date>`now() - interval '30 days'`)
    .executeTakeFirstOrThrow();
  return {
    waiting: Number(row.waiting),
    failed: Number(row.failed),
    kept: Number(row.kept),
    oldest: row.oldest,
    lastSent: row.last_sent,
  };
}

export type DatabaseHealth = {
  version: string;
  bytes: bigint;
  connections: number;
  mostConnections: number;
  longestSeconds: number;
};

export async function readDatabaseHealth(db: Reads): Promise<DatabaseHealth> {
  const { rows } = await sql<{ version: string; bytes: bigint; used: bigint; most: bigint; longest: number }>`
    select
      current_setting('server_version') as version,
      pg_database_size(current_database()) as bytes,
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::bigint as most,
      coalesce((
        select extract(epoch from max(now() - xact_start))::int
        from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      ), 0) as longest
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("the server returned no row");
  return {
    version: row.version,
    bytes: row.bytes,
    connections: Number(row.used),
    mostConnections: Number(row.most),
    longestSeconds: row.longest,
  };
}

/** False on a standby server. */
export async function acceptsWrites(db: Reads): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select not pg_is_in_recovery() as is`.execute(db);
  return rows[0]?.is === true;
}
