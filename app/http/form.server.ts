import { z } from "zod";
import { withAnswers } from "#app/ui/meant.ts";

export type FormErrors = { field: string; message: string }[];

/** The fields exactly as typed, so that a returned form loses nothing. */
export type Entered = Record<string, string>;

export type ReadForm<Value> =
  | { ok: true; value: Value; entered: Entered }
  | { ok: false; errors: FormErrors; entered: Entered };

/** Reads a posted form with its schema. Returns the first message of each field, in the order of the schema. */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<ReadForm<z.output<Schema>>> {
  const posted: Entered = {};
  for (const [name, value] of await postedForm(request)) {
    // PostgreSQL refuses a zero byte in text.
    if (typeof value === "string" && !(name in posted)) posted[name] = value.replaceAll("\0", "");
  }
  const entered = withAnswers(posted);
  const read = schema.safeParse(entered);
  if (read.success) return { ok: true, value: read.data, entered };
  const errors = new Map<string, string>();
  for (const { path, message } of read.error.issues) {
    const field = String(path[0] ?? "");
    if (!errors.has(field)) errors.set(field, message);
  }
  return { ok: false, errors: [...errors].map(([field, message]) => ({ field, message })), entered };
}

/** A body that is not a form has no fields. */
export const postedForm = (request: Request): Promise<FormData> =>
  request.formData().catch(() => new FormData());
