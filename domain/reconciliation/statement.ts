import { z } from "zod";
import { dayOf, type Day } from "#domain/system/calendar.ts";
import type { Outcome } from "#domain/payments/provider.ts";

export type ListedPayment = {
  line: number;
  reference: string | null;
  providerReference: string | null;
  outcome: Outcome;
  /** The provider's own status word; null if it is not passed on. */
  providerWord: string | null;
  /** In minor units; null if unreadable. */
  amount: bigint | null;
  day: Day | null;
};

/** A row of a file before its date order, day first or month first, is known. */
export type StatementRow = Omit<ListedPayment, "day" | "said" | "amount"> & {
  providerWord: string;
  amount: bigint;
  date: string | null;
};

/** `references` are those of the row. Null if the row's payment is unknown. */
export const notUnderstoodShape = z.array(
  z.object({ line: z.number(), why: z.string(), references: z.array(z.string()).nullable() }),
);
export type NotUnderstood = z.infer<typeof notUnderstoodShape>[number];

/** "unclear" is an unknown status word. */
export const lineStates = ["open", "unclear", "matched", "waiting", "ignored"] as const;
export type LineState = (typeof lineStates)[number];

export const dateOrders = ["day-first", "month-first"] as const;
export type DateOrder = (typeof dateOrders)[number];

/** Reads 2026-01-15 12:30, 15/01/2026, or a moment with its zone. Only dates with slashes depend on the order. */
export function dayWritten(text: string, order: DateOrder = "day-first"): Day | null {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(text)) {
    const moment = new Date(text);
    return Number.isNaN(moment.getTime()) ? null : ofThisCentury(dayOf(moment));
  }
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(text);
  const [, first = "", second = "", year = ""] =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?!\d)/.exec(text) ?? [];
  const local = order === "day-first" ? [year, second, first] : [year, first, second];
  const [, ...parts] = iso ?? ["", ...local];
  const written = parts.map((part) => part.padStart(2, "0")).join("-");
  const read = new Date(`${written}T00:00:00Z`);
  if (Number.isNaN(read.getTime()) || !read.toISOString().startsWith(written)) return null;
  return ofThisCentury(written);
}

const ofThisCentury = (day: Day): Day | null => (day.startsWith("20") ? day : null);

export type DatesOfFile =
  | { kind: "one-order"; order: DateOrder }
  /** Both orders fit, or neither does. The example means another day in each. */
  | { kind: "ask"; example: string };

/** An order fits if every date is a valid day in it, and no day is in the future. */
export function datesOfFile(rows: { date: string | null }[], today: Day): DatesOfFile {
  const dates = rows.flatMap(({ date }) =>
    date === null || dateOrders.every((order) => dayWritten(date, order) === null) ? [] : [date],
  );
  const example = dates.find((date) => dayWritten(date, "day-first") !== dayWritten(date, "month-first"));
  if (example === undefined) return { kind: "one-order", order: "day-first" };
  const fits = (order: DateOrder) =>
    dates.every((date) => {
      const day = dayWritten(date, order);
      return day !== null && day <= today;
    });
  const fitting = dateOrders.filter(fits);
  const [order] = fitting;
  if (fitting.length === 1 && order !== undefined) return { kind: "one-order", order };
  const [date = example] = /^[\d/.-]+/.exec(example) ?? [];
  return { kind: "ask", example: date };
}

/** The rows as payments. A row with an invalid date is unreadable. */
export function asListed(
  rows: StatementRow[],
  order: DateOrder,
): { lines: ListedPayment[]; notUnderstood: NotUnderstood[] } {
  const lines: ListedPayment[] = [];
  const notUnderstood: NotUnderstood[] = [];
  for (const { date, ...row } of rows) {
    const day = date === null ? null : dayWritten(date, order);
    if (date === null || day !== null) lines.push({ ...row, day });
    else
      notUnderstood.push({
        line: row.line,
        why: "the date cannot be read",
        references: [row.reference, row.providerReference].filter((name) => name !== null),
      });
  }
  return { lines, notUnderstood };
}

/** The days before today that a file covers completely. A file without days covers none. */
export function coveredDays(lines: ListedPayment[], today: Day): { from: Day; to: Day } | null {
  const days = lines.flatMap(({ day }) => (day === null || day >= today ? [] : [day])).toSorted();
  const [from, to] = [days[0], days.at(-1)];
  return from === undefined || to === undefined ? null : { from, to };
}
