import type { Range } from "#domain/donations/statistics.ts";
import { formatDay } from "#domain/system/calendar.ts";

export const chartWords = {
  now: "This period",
  before: "The period before",
  cut: "A bar with a cut is higher than the chart.",
};

/** A change without a period before to compare with has no percentage. */
export function changeInWords(now: bigint, before: bigint, days: number): string {
  const than = `the ${days} days before`;
  if (now === before) return `the same as in ${than}`;
  if (before <= 0n) return `nothing in ${than}`;
  const percent = ((now - before) * 100n) / before;
  return `${percent < 0n ? "−" : "+"}${(percent < 0n ? -percent : percent).toLocaleString("en")}% on ${than}`;
}

export const wordsOf = ({ from, to }: Range) => `from ${formatDay(from, "en")} to ${formatDay(to, "en")}`;

export const daysOf = ({ from, to }: Range) =>
  from === to ? formatDay(from, "en") : `${formatDay(from, "en")} to ${formatDay(to, "en")}`;
