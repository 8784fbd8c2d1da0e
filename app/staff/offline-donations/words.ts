import type { OfflineStatus } from "#domain/donations/offline.ts";
import type { Tone } from "#app/staff/list/status.tsx";

export const statusWords = {
  entered: ["Needs confirmation", "waiting"],
  confirmed: ["Confirmed", "good"],
  withdrawn: ["Withdrawn", "plain"],
} as const satisfies Record<OfflineStatus, [string, Tone]>;
