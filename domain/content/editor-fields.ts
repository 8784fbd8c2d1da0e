import { z } from "zod";
import type { Draft } from "./draft.ts";
import { completed, type Field, type GroupField, type ListField, type Option } from "./field.ts";

type Without<Name extends string, Of> = Of extends unknown ? Omit<Of, Name> : never;
type Heading = { label: string; hint?: string };

type Editor = { under?: Heading } & (
  | Without<"name" | "now", Exclude<Field, GroupField | ListField | { kind: "choice" }>>
  | Without<"name" | "fields", ListField>
  | (Without<"name" | "options" | "kept", Extract<Field, { kind: "choice" }>> & { options?: Option[] })
  | Without<"name" | "fields", GroupField>
);

const editors = z.registry<Editor>();

/**
 * One field of a record: its schema, and the words of its editor. Fields that follow each other with the same `under`
 * share that heading.
 */
export function withEditor<Schema extends z.ZodType>(schema: Schema, editor: Editor): Schema {
  // The registry knows a schema by identity, and one schema can serve several fields.
  const own = schema.clone();
  editors.add(own, editor);
  return own;
}

type ListEditor = Without<"kind" | "name" | "fields", ListField> & { under?: Heading; limit: string };

/**
 * A list of items. An item is an object of fields, or a single field. `limit` is the error about the number of items.
 */
export const listOf = <Item extends z.ZodType>(item: Item, { limit, ...editor }: ListEditor) =>
  withEditor(z.array(item).min(editor.fewest, limit).max(editor.most, limit), { kind: "list", ...editor });

/** Reads a draft. Missing fields get their initial values. */
export const checkRecord = <Schema extends z.ZodObject>(schema: Schema, draft: Draft) =>
  schema.safeParse(completed(fieldsOf(schema), draft));

/** The words that the domain does not know: the options of choices, and the fields of a group. */
export type ExternalOptions = Record<string, { options: Option[]; kept?: Option[] } | { fields: Field[] }>;

export function fieldsOf(record: z.ZodObject, external: ExternalOptions = {}): Field[] {
  const fields: Field[] = [];
  let last: { under: Heading; fields: Field[] } | undefined;
  for (const [name, schema] of Object.entries(record.shape)) {
    const field = fieldOf(name, schema, external[name]);
    const under = editors.get(schema)?.under;
    if (under === undefined) fields.push(field);
    else if (under === last?.under) last.fields.push(field);
    else {
      last = { under, fields: [field] };
      fields.push({ kind: "group", ...under, fields: last.fields });
    }
  }
  return fields;
}

function fieldOf(
  name: string,
  schema: z.core.$ZodType,
  external: ExternalOptions[string] = { fields: [] },
): Field {
  const editor = editors.get(schema);
  if (editor === undefined) throw new Error(`the field ${name} has no label`);
  const { under: _, ...field } = editor;
  if (field.kind === "choice") return { options: [], ...field, ...external, name };
  if (field.kind === "group") return { ...field, fields: [], ...external, name };
  if (field.kind !== "list") return { ...field, name };
  if (!(schema instanceof z.ZodArray)) throw new Error(`the field ${name} is not a list`);
  const item: z.core.$ZodType = schema.element;
  const isObject = item instanceof z.ZodObject && !editors.has(item);
  return { ...field, name, fields: isObject ? fieldsOf(item) : [fieldOf("", item)] };
}
