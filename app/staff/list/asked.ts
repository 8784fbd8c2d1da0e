import { z } from "zod";
import type { Cursor } from "#database/list-page.ts";

/** What stands in a list's address. Whatever cannot be understood counts as not asked. */
export function readAsked<Schema extends z.ZodType>(url: URL, schema: Schema): z.output<Schema> {
  return schema.parse(Object.fromEntries(url.searchParams));
}

export const typedText = (longest = 120) =>
  z
    .string()
    .transform((text) => [...text.replaceAll(/[\s\p{C}]+/gu, " ").trim()].slice(0, longest).join(""))
    .catch("");

export const oneOf = <const Value extends string>(values: readonly Value[]) =>
  z.enum(values).nullable().catch(null);

/** A day that a record of the fund can have. */
export const askedDay = z.iso
  .date()
  .refine((day) => /^20\d\d-/.test(day))
  .nullable()
  .catch(null);

export function readCursor({ searchParams }: URL, id = /^\d{1,18}$/): Cursor {
  for (const side of ["after", "before"] as const) {
    const asked = searchParams.get(side);
    if (asked !== null && id.test(asked)) return { side, id: asked };
  }
  return null;
}
