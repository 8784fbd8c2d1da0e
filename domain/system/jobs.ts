import { z } from "zod";

/** What the fund does by itself, without anybody asking. */
export const jobNames = [
  "send-mail",
  "reconcile-payments",
  "check-ledger",
  "compare-orders",
  "forget-expired",
  "remove-unused-pictures",
  "raise-alarms",
] as const;
export type JobName = (typeof jobNames)[number];

/** The `jobs` record of the settings: staff can stop a job; one that is not named runs. */
export const jobSwitches = z.partialRecord(z.enum(jobNames), z.boolean());
