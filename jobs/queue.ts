import { PgBoss } from "pg-boss";
import type { Logger } from "pino";
import { z } from "zod";
import { listenForChanges } from "#database/changes.ts";
import { openPool } from "#database/connect.ts";
import type { Job } from "./job.ts";

export type Queue = { close(): Promise<void> };

type QueuePlace = { databaseUrl: string; statementsUrl: string; keyIds: readonly string[] };

type WorkContext = { log: Logger; stop: AbortSignal };

/** Calls each job when it is due, on one of the nodes that share the database. Repeated work does no harm. */
export async function openQueue(
  { databaseUrl, statementsUrl, keyIds }: QueuePlace,
  jobs: Job[],
  { log, stop }: WorkContext,
): Promise<Queue> {
  // A pool of its own, because pg-boss reads numbers in the driver's format and the fund's pools return bigints.
  const pool = openPool(statementsUrl, { max: 3, connectionTimeoutMillis: 5_000 });
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } });
  boss.on(
    "error",
    atMostEveryMinute((error) => log.error({ err: asError(error) }, "job queue error")),
  );
  boss.on("warning", ({ message }) => log.warn(message));
  try {
    await boss.start();
    const workers = await Promise.all(jobs.map((job) => employ(boss, job, { log, stop })));
    const listener = {
      onChange: (subject: string) => workers.forEach(({ wake }) => wake(subject)),
      onListening: () => workers.forEach(({ wake }) => wake("everything")),
      onLost: () => undefined,
    };
    const changes = listenForChanges(databaseUrl, listener, { keyIds });
    return {
      async close() {
        await changes.stop();
        await boss.stop({ graceful: true, timeout: secondsToFinish * 1000 });
        await pool.end();
      },
    };
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    await pool.end();
    throw error;
  }
}

const secondsToFinish = 20;

/** Each of its queries fails while the database is unavailable, several a second. */
function atMostEveryMinute(report: (error: unknown) => void): (error: unknown) => void {
  let reportedAt = -Infinity;
  return (error) => {
    if (performance.now() - reportedAt < 60_000) return;
    reportedAt = performance.now();
    report(error);
  };
}

/** The queue hands on an error as a plain object, which a log would write as "[object Object]". */
function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  const { message, code } =
    z.object({ message: z.string(), code: z.string().optional() }).safeParse(thrown).data ?? {};
  return Object.assign(new Error(message ?? JSON.stringify(thrown)), code === undefined ? {} : { code });
}

async function employ(
  boss: PgBoss,
  job: Job,
  { log, stop }: WorkContext,
): Promise<{ wake(subject: string): void }> {
  const { name, againAfterSeconds, wokenBy } = job;
  // At most one waits. Any number can run, and the schedule repeats failed ones.
  await boss.createQueue(name, { policy: "short" });
  await boss.updateQueue(name, { retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 600 });
  await boss.schedule(name, job.due);

  const worker = await boss.work(name, { pollingIntervalSeconds: 2 }, async () => {
    try {
      await job.work(stop);
    } catch (error) {
      log.error({ err: error, job: name }, "job failed, will retry");
    }
    if (againAfterSeconds !== undefined && !stop.aborted)
      await boss.send(name, null, { startAfter: againAfterSeconds });
  });

  const call = () =>
    boss.send(name).then(
      () => boss.notifyWorker(worker),
      (error: unknown) => log.warn({ err: error, job: name }, "job call failed, runs on schedule"),
    );
  return {
    wake(subject) {
      if (!stop.aborted && (subject === wokenBy || subject === "everything")) void call();
    },
  };
}
