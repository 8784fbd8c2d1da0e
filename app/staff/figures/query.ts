import { z } from "zod";
import { daysIn, longestRange, rangeBefore, units } from "#domain/donations/periods.ts";
import type { Range } from "#domain/donations/statistics.ts";
import { addDays, dayOf, type Day } from "#domain/system/calendar.ts";
import type { FormErrors } from "#app/http/form.server.ts";
import { readDay, readListQuery, typedText } from "#app/staff/list/list-query.ts";

const query = z.object({ from: typedText(20), to: typedText(20), unit: z.enum(units).catch("day") });

export type PeriodQuery = z.output<typeof query>;
/** The usual periods, up to today. */
export type UsualPeriod = { label: string; address: string; isShown: boolean };
export type Ranges = { range: Range; before: Range };

type Read = { typed: PeriodQuery; errors: FormErrors; ranges: Ranges | null; usual: UsualPeriod[] };

/** The last 30 days, unless the URL names others. Null with the errors if it names impossible ones. */
export function readRanges(url: URL): Read {
  const typed = readListQuery(url, query);
  const errors: FormErrors = [];
  const today = dayOf(new Date());
  const to = readDay("to", typed.to, errors) ?? today;
  const range = { from: readDay("from", typed.from, errors) ?? addDays(to, -29), to };
  if (range.from > range.to) errors.push({ field: "from", message: "From must not be after To" });
  else if (daysIn(range) > longestRange)
    errors.push({ field: "from", message: "Choose at most three years" });
  const shown = { unit: typed.unit, from: typed.from || range.from, to: typed.to || range.to };
  const ranges = errors.length > 0 ? null : { range, before: rangeBefore(range) };
  return { typed: shown, errors, ranges, usual: usualPeriods(today, shown) };
}

const usual = [
  { label: "7 days", days: 7, unit: "day" },
  { label: "30 days", days: 30, unit: "day" },
  { label: "90 days", days: 90, unit: "week" },
  { label: "12 months", days: 365, unit: "month" },
] as const;

const usualPeriods = (to: Day, shown: PeriodQuery): UsualPeriod[] =>
  usual.map(({ label, days, unit }) => {
    const from = addDays(to, 1 - days);
    const isShown = shown.from === from && shown.to === to && shown.unit === unit;
    return { label, address: `?${new URLSearchParams({ from, to, unit })}`, isShown };
  });
