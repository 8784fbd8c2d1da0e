import type { JobHealth } from "#database/system/health.ts";
import { Status } from "#app/staff/list/status.tsx";

export function JobStatus({ isOn, lastRun }: Pick<JobHealth, "isOn" | "lastRun">) {
  if (!isOn) return <Status tone="waiting">Stopped by staff</Status>;
  if (lastRun === null) return <Status tone="plain">Not run yet</Status>;
  return lastRun.failure === null ? <Status tone="good">OK</Status> : <Status tone="bad">Failed</Status>;
}
