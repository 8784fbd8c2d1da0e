import type { z } from "zod";
import { checkRecord } from "#domain/content/editor-fields.ts";
import { draftOf } from "#domain/content/draft.ts";

/** A default record. Fields without a default text have the initial value of a new record. */
export function filled<Schema extends z.ZodObject>(schema: Schema, values: object): z.output<Schema> {
  const known = Object.entries(values).filter(([name]) => Object.hasOwn(schema.shape, name));
  const checked = checkRecord(schema, draftOf(Object.fromEntries(known)));
  if (checked.success) return checked.data;
  throw checked.error;
}
