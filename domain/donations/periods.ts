import { addDays, type Day } from "#domain/system/calendar.ts";
import type { Range } from "./statistics.ts";

export const units = ["day", "week", "month"] as const;
export type Unit = (typeof units)[number];

/** More days than this are too many for one chart. */
export const longestRange = 1_096;
const mostBars = 124;

export const daysIn = ({ from, to }: Range): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

/** The parts of a range, in order. The first and the last month can be incomplete. A long range has longer parts. */
export function partsOf(range: Range, unit: Unit): Range[] {
  const longer = unit === "day" ? "week" : "month";
  if (unit !== "month" && daysIn(range) / (unit === "day" ? 1 : 7) > mostBars) return partsOf(range, longer);
  const parts: Range[] = [];
  for (let from = range.from; from <= range.to;) {
    const last = lastDayOf(from, unit);
    const to = last < range.to ? last : range.to;
    parts.push({ from, to });
    from = addDays(to, 1);
  }
  return parts;
}

function lastDayOf(from: Day, unit: Unit): Day {
  if (unit === "day") return from;
  if (unit === "week") return addDays(from, 6);
  const nextMonth = addDays(`${from.slice(0, 7)}-28`, 4);
  return addDays(`${nextMonth.slice(0, 7)}-01`, -1);
}

/** As many days, directly before. */
export function rangeBefore({ from, to }: Range): Range {
  const days = daysIn({ from, to });
  return { from: addDays(from, -days), to: addDays(to, -days) };
}

export type DaySum = { day: Day; raised: bigint; donors: number };
export type Compared = {
  part: Range;
  raised: bigint;
  donors: number;
  before: { raised: bigint; donors: number };
};

/** Each part with the same days of the range before. */
export function compare(range: Range, unit: Unit, days: readonly DaySum[]): Compared[] {
  const length = daysIn(range);
  const sumOf = ({ from, to }: Range) => {
    const inside = days.filter(({ day }) => day >= from && day <= to);
    return {
      raised: inside.reduce((sum, { raised }) => sum + raised, 0n),
      donors: inside.reduce((sum, { donors }) => sum + donors, 0),
    };
  };
  return partsOf(range, unit).map((part) => ({
    part,
    ...sumOf(part),
    before: sumOf({ from: addDays(part.from, -length), to: addDays(part.to, -length) }),
  }));
}
