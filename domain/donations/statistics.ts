import { addDays, type Day } from "#domain/system/calendar.ts";

export type Range = { from: Day; to: Day };

export const firstDay: Day = "2025-06-01";

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** The requested range of days, both included, at most until today. The whole period if the request is invalid. */
export function rangeOf(from: string | null, to: string | null, today: Day): Range {
  const first = isDay(from) ? from : firstDay;
  const last = isDay(to) && to < today ? to : today;
  return first <= last ? { from: first, to: last } : { from: last, to: first < today ? first : today };
}

function isDay(text: string | null): text is Day {
  // `addDays` returns a real calendar day, so an invalid day such as 2026-02-31 comes back changed.
  return (
    text !== null && dayPattern.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text
  );
}

/** Share of campaigns that reached their goal, to the nearest whole percent. */
export function successRate(campaigns: { withGoal: number; reached: number }): number {
  return campaigns.withGoal === 0 ? 0 : Math.round((campaigns.reached / campaigns.withGoal) * 100);
}
