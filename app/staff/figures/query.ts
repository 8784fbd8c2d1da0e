import { z } from "zod";
import { daysIn, longestRange, rangeBefore, units } from "#domain/donations/periods.ts";
import type { Range } from "#domain/donations/statistics.ts";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import type { FormErrors } from "#app/http/form.server.ts";
import { readDay, readListQuery, typedText } from "#app/staff/list/list-query.ts";

const query = z.object({ from: typedText(20), to: typedText(20), unit: z.enum(units).catch("day") });

export type PeriodQuery = z.output<typeof query>;
export type Ranges = { range: Range; before: Range };

/** The last 30 days, unless the URL names others. Null with the errors if it names impossible ones. */
export function readRanges(url: URL): { typed: PeriodQuery; errors: FormErrors; ranges: Ranges | null } {
  const typed = readListQuery(url, query);
  const errors: FormErrors = [];
  const to = readDay("to", typed.to, errors) ?? dayOf(new Date());
  const range = { from: readDay("from", typed.from, errors) ?? addDays(to, -29), to };
  if (range.from > range.to) errors.push({ field: "from", message: "From must not be after To" });
  else if (daysIn(range) > longestRange)
    errors.push({ field: "from", message: "Choose at most three years" });
  const shown = { unit: typed.unit, from: typed.from || range.from, to: typed.to || range.to };
  return { typed: shown, errors, ranges: errors.length > 0 ? null : { range, before: rangeBefore(range) } };
}
