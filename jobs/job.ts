import type { JobName } from "#domain/system/jobs.ts";

/** An address that the clock or a change calls; the work is an operation's. */
export type Job = {
  name: JobName;
  /** When it is due, on one node of all: a cron expression. */
  due: string;
  /** Due again this soon after it has ended, for what cannot wait a minute. */
  againAfterSeconds?: number;
  /** The announced change that makes it due at once. */
  wokenBy?: string;
  /** May be called on two nodes at once, and again after a kill. What it returns is kept for staff to see. */
  work(stop: AbortSignal): Promise<object | void>;
};
