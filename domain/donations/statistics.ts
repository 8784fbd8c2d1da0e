import { addDays, type Day } from "#domain/system/calendar.ts";

export type Range = { from: Day; to: Day };

/** When the fund's records begin. */
export const firstDay: Day = "2025-06-01";

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** The range that was asked for, from its first day to its last and never past today; the whole time where it says nothing sensible. */
export function rangeOf(from: string | null, to: string | null, today: Day): Range {
  const first = isDay(from) ? from : firstDay;
  const last = isDay(to) && to < today ? to : today;
  return first <= last ? { from: first, to: last } : { from: last, to: first < today ? first : today };
}

function isDay(text: string | null): text is Day {
  // `addDays` writes a day as the calendar has it, so 2026-02-31 does not come back as it went.
  return (
    text !== null && dayPattern.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text
  );
}

/** How many campaigns in a hundred have reached their goal, to the nearest whole percent. */
export function successRate(campaigns: { withGoal: number; reached: number }): number {
  return campaigns.withGoal === 0 ? 0 : Math.round((campaigns.reached / campaigns.withGoal) * 100);
}
