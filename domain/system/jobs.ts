import { z } from "zod";

export const jobNames = [
  "send-mail",
  "reconcile-payments",
  "check-ledger",
  "compare-orders",
  "forget-expired",
  "remove-unused-pictures",
  "raise-alarms",
  "back-up",
  "fetch-external-figures",
  "watch-silence",
  "watch-submissions",
  "watch-rulings",
  "publish-drafts",
] as const;
export type JobName = (typeof jobNames)[number];

/** The `jobs` record of the settings. Staff can stop a job. A job that is not listed runs. */
export const jobSwitches = z.partialRecord(z.enum(jobNames), z.boolean());
