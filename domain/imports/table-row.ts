import { z } from "zod";

/** A row of a table of the earlier system. All values are texts, and null is SQL's null. */
export type TableRow = Readonly<Record<string, string | null>>;

export const optionalText = z
  .string()
  .nullish()
  .transform((text) => (text ?? "").trim());

/** PostgreSQL writes t and f, other programs true and false. */
export const flag = optionalText.transform((text, context) => {
  if (/^(?:t|true|1)$/i.test(text)) return true;
  if (/^(?:f|false|0|)$/i.test(text)) return false;
  context.addIssue({ code: "custom", message: `"${text}" is not true or false` });
  return z.NEVER;
});
