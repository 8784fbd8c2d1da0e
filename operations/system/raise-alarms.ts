import {
  findBackupAlarms,
  findDoorAlarms,
  findLedgerAlarms,
  findMismatchAlarms,
  findProviderAlarms,
} from "#database/system/alarms.ts";
import type { Reads } from "#database/sql.server.ts";
import type { AlarmKind } from "#domain/system/alarm.ts";
import { leastPercentFree } from "#domain/system/alarm-limits.ts";
import { updateAlarms, type AlarmChanges } from "./update-alarms.ts";

const watched = [
  ...(["ledger", "ledger-unchecked", "provider-failing", "provider-silent"] as const),
  ...(["mismatch", "backup", "sign-ins", "refusals"] as const),
] satisfies AlarmKind[];

/** Checks the conditions that all nodes share. Backups matter only in live mode. */
export async function raiseAlarms(
  db: Reads,
  { payments }: { payments: "sandbox" | "live" },
): Promise<AlarmChanges> {
  const found = await Promise.all([
    findLedgerAlarms(db),
    findProviderAlarms(db),
    findMismatchAlarms(db),
    findDoorAlarms(db),
    payments === "live" ? findBackupAlarms(db) : [],
  ]);
  return updateAlarms(db, { kinds: watched }, found.flat());
}

/** Each node checks its own disk. */
export function raiseDiskAlarm(
  db: Reads,
  { node, percentFree }: { node: string; percentFree: number },
): Promise<AlarmChanges> {
  const isLow = percentFree < leastPercentFree;
  return updateAlarms(
    db,
    { kinds: ["disk"], subject: node },
    isLow ? [{ kind: "disk", node, percentFree }] : [],
  );
}
