import { dayOf, type Day } from "./calendar.ts";
import type { Outcome } from "./provider.ts";

/** One payment as a provider lists it. */
export type ListedPayment = {
  line: number;
  reference: string | null;
  providerReference: string | null;
  outcome: Outcome;
  /** In minor units; null where it could not be read. */
  amount: bigint | null;
  day: Day | null;
};

export const lineStates = ["open", "matched", "waiting", "ignored"] as const;
export type LineState = (typeof lineStates)[number];

/** A day as statements write it: 2026-01-15 12:30, 15/01/2026, or a moment with its zone. The day comes before the month. */
export function dayWritten(text: string): Day | null {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(text)) {
    const moment = new Date(text);
    return Number.isNaN(moment.getTime()) ? null : ofThisCentury(dayOf(moment));
  }
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(text);
  const local = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?!\d)/.exec(text);
  const [year = "", month = "", day = ""] = iso ? iso.slice(1) : local ? local.slice(1).reverse() : [];
  const written = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const read = new Date(`${written}T00:00:00Z`);
  if (Number.isNaN(read.getTime()) || !read.toISOString().startsWith(written)) return null;
  return ofThisCentury(written);
}

const ofThisCentury = (day: Day): Day | null => (day.startsWith("20") ? day : null);

/** The days that a file tells of in whole: the present one is not over, and a file without days tells of none. */
export function coveredDays(lines: ListedPayment[], today: Day): { from: Day; to: Day } | null {
  const days = lines.flatMap(({ day }) => (day === null || day >= today ? [] : [day])).toSorted();
  const [from, to] = [days[0], days.at(-1)];
  return from === undefined || to === undefined ? null : { from, to };
}
