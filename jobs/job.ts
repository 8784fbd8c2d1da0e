import type { JobName } from "#domain/system/jobs.ts";

/** For the figures of the operator. */
export type ObserveRun = (job: JobName, outcome: "done" | "failed", seconds: number) => void;

/** Called by the clock or a change. An operation does the work. */
export type Job = {
  name: JobName;
  /** Schedule for one of the nodes: a cron expression. */
  due: string;
  /** Due again this soon after it ends, for urgent work. */
  againAfterSeconds?: number;
  /** The notification that makes it due immediately. */
  wokenBy?: string;
  /** Can run on two nodes at the same time, and again after a kill. Its result is stored for staff. */
  work(stop: AbortSignal): Promise<object | void>;
};
