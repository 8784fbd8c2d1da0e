import type { OfflineStatus } from "#domain/donations/offline.ts";
import type { Confirmers } from "#domain/cases/proposal.ts";
import type { Tone } from "#app/staff/list/status.tsx";
import { momentWords } from "#app/staff/values.tsx";

export const statusWords = {
  entered: ["Needs confirmation", "waiting"],
  confirmed: ["Confirmed", "good"],
  withdrawn: ["Withdrawn", "plain"],
} as const satisfies Record<OfflineStatus, [string, Tone]>;

/** Says who can confirm a donation besides its reader, and from when. */
export function confirmerWords(confirmers: Confirmers): string {
  if (confirmers.kind !== "others") return "No other person on staff can confirm it.";
  const when = confirmers.moment === null ? "now" : `from ${momentWords(confirmers.moment)}`;
  return `Someone else on staff can confirm it ${when}.`;
}

/** To a person who adds a donation. Null if someone else can confirm it now, or if they confirm it themselves. */
export function confirmersOfNewWords(confirmers: Confirmers): string | null {
  if (confirmers.kind === "alone" || (confirmers.kind === "others" && confirmers.moment === null))
    return null;
  return confirmers.kind === "others"
    ? confirmerWords(confirmers)
    : `No one on staff can confirm a donation that you add. ${letColleagueAdd}`;
}

/** All others were brought into the staff by this person, who can decide for them. */
export const letColleagueAdd = "Ask a colleague to add it. Then you can confirm it.";
