import { z } from "zod";
import type { Draft } from "./draft.ts";
import { completed, type Field, type GroupField, type ListField, type Option } from "./field.ts";

type Without<Name extends string, Of> = Of extends unknown ? Omit<Of, Name> : never;
type Heading = { label: string; hint?: string };

type Ask = { under?: Heading } & (
  | Without<"name", Exclude<Field, GroupField | ListField | { kind: "choice" }>>
  | Without<"name" | "fields", ListField>
  | Without<"name" | "options" | "kept", Extract<Field, { kind: "choice" }>>
  | Without<"name" | "fields", GroupField>
);

const asks = z.registry<Ask>();

/**
 * One field of a record: its schema, and the words of its editor. Fields that follow each other with the same `under`
 * share that heading.
 */
export function asked<Schema extends z.ZodType>(schema: Schema, ask: Ask): Schema {
  // The registry knows a schema by identity, and one schema can serve several fields.
  const own = schema.clone();
  asks.add(own, ask);
  return own;
}

type ListAsk = Without<"kind" | "name" | "fields", ListField> & { under?: Heading; limit: string };

/**
 * A list of items. An item is an object of fields, or a single field. `limit` is the error about the number of items.
 */
export const listOf = <Item extends z.ZodType>(item: Item, { limit, ...ask }: ListAsk) =>
  asked(z.array(item).min(ask.fewest, limit).max(ask.most, limit), { kind: "list", ...ask });

/** Reads a draft. Missing fields get their initial values. */
export const checkRecord = <Schema extends z.ZodObject>(schema: Schema, draft: Draft) =>
  schema.safeParse(completed(fieldsOf(schema), draft));

/** The words that the domain does not know: the options of choices, and the fields of a group. */
export type Given = Record<string, { options: Option[]; kept?: Option[] } | { fields: Field[] }>;

export function fieldsOf(record: z.ZodObject, given: Given = {}): Field[] {
  const fields: Field[] = [];
  let last: { under: Heading; fields: Field[] } | undefined;
  for (const [name, schema] of Object.entries(record.shape)) {
    const field = fieldOf(name, schema, given[name]);
    const under = asks.get(schema)?.under;
    if (under === undefined) fields.push(field);
    else if (under === last?.under) last.fields.push(field);
    else {
      last = { under, fields: [field] };
      fields.push({ kind: "group", ...under, fields: last.fields });
    }
  }
  return fields;
}

function fieldOf(name: string, schema: z.core.$ZodType, given: Given[string] = { fields: [] }): Field {
  const ask = asks.get(schema);
  if (ask === undefined) throw new Error(`the field ${name} has no label`);
  const { under: _, ...field } = ask;
  if (field.kind === "choice") return { options: [], ...field, ...given, name };
  if (field.kind === "group") return { ...field, fields: [], ...given, name };
  if (field.kind !== "list") return { ...field, name };
  if (!(schema instanceof z.ZodArray)) throw new Error(`the field ${name} is not a list`);
  const item: z.core.$ZodType = schema.element;
  const isObject = item instanceof z.ZodObject && !asks.has(item);
  return { ...field, name, fields: isObject ? fieldsOf(item) : [fieldOf("", item)] };
}
