import { z } from "zod";
import type { Cursor } from "#database/list-page.ts";
import type { Day } from "#domain/system/calendar.ts";
import type { FormErrors } from "#app/http/form.server.ts";

/** Ignores unreadable values. */
export function readListQuery<Schema extends z.ZodType>(url: URL, schema: Schema): z.output<Schema> {
  return schema.parse(Object.fromEntries(url.searchParams));
}

export const typedText = (longest = 120) =>
  z
    .string()
    .transform((text) => [...text.replaceAll(/[\s\p{C}]+/gu, " ").trim()].slice(0, longest).join(""))
    .catch("");

export const oneOf = <const Value extends string>(values: readonly Value[]) =>
  z.enum(values).nullable().catch(null);

const typedDay = z.iso
  .date()
  .refine((day) => /^20\d\d-/.test(day))
  .nullable()
  .catch(null);

/** An unreadable day is an error. An ignored filter would look as if it had worked. */
export function readDay(field: string, typed: string, errors: FormErrors): Day | null {
  const day = typedDay.parse(typed);
  if (typed !== "" && day === null) errors.push({ field, message: "Enter a date, such as 2026-11-21" });
  return day;
}

export function readCursor({ searchParams }: URL, id = /^\d{1,18}$/): Cursor {
  for (const side of ["after", "before"] as const) {
    const typed = searchParams.get(side);
    if (typed !== null && id.test(typed)) return { side, id: typed };
  }
  return null;
}
