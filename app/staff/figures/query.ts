import { z } from "zod";
import {
  compare,
  daysIn,
  longestRange,
  rangeBefore,
  units,
  type Compared,
} from "#domain/donations/periods.ts";
import type { Range } from "#domain/donations/statistics.ts";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import { readCampaignSums, readDaySums, type CampaignSum } from "#database/donations/figures.ts";
import type { Reads } from "#database/sql.server.ts";
import type { FormErrors } from "#app/http/form.server.ts";
import { readDay, readListQuery, typedText } from "#app/staff/list/list-query.ts";

const query = z.object({ from: typedText(20), to: typedText(20), unit: z.enum(units).catch("day") });

export type PeriodQuery = z.output<typeof query>;
export type Period = { range: Range; before: Range; parts: Compared[]; campaigns: CampaignSum[] };

/** The last 30 days, unless the URL names others. Null with the errors if it names impossible ones. */
export async function readPeriod(db: Reads, url: URL) {
  const typed = readListQuery(url, query);
  const errors: FormErrors = [];
  const to = readDay("to", typed.to, errors) ?? dayOf(new Date());
  const range = { from: readDay("from", typed.from, errors) ?? addDays(to, -29), to };
  if (range.from > range.to) errors.push({ field: "from", message: "From must not be after To" });
  else if (daysIn(range) > longestRange)
    errors.push({ field: "from", message: "Choose at most three years" });
  const shown = { unit: typed.unit, from: typed.from || range.from, to: typed.to || range.to };
  if (errors.length > 0) return { typed: shown, errors, period: null };
  const before = rangeBefore(range);
  const [days, campaigns] = await Promise.all([
    readDaySums(db, { from: before.from, to: range.to }),
    readCampaignSums(db, range, before),
  ]);
  const period: Period = { range, before, parts: compare(range, typed.unit, days), campaigns };
  return { typed: shown, errors, period };
}
