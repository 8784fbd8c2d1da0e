import type { Reads } from "#database/sql.server.ts";
import { raiseAlarms } from "#operations/system/raise-alarms.ts";
import type { Job } from "./job.ts";

export function raiseAlarmsJob(db: Reads, payments: "sandbox" | "live"): Job {
  return { name: "raise-alarms", due: "* * * * *", work: () => raiseAlarms(db, { payments }) };
}
