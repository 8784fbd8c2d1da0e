import type { Draft } from "./draft.ts";

type Words = {
  label: string;
  hint?: string;
  /** The value in a new record, and in a version that is older than the field. Empty if not given. */
  initial?: Draft;
};

type Named = Words & { name: string };

/** One field of an editor. Plain data, so that the server can send it to the browser. */
export type Field =
  | LineField
  | (Named & { kind: "text"; rows: number })
  /** English and Kiswahili side by side; a text area if `rows` is given, with buttons for Markdown if `marked`. */
  | (Named & { kind: "written"; rows?: number; marked?: true })
  | (Named & {
      kind: "choice";
      options: Option[];
      /** Offered only if chosen before. */
      kept?: Option[];
    })
  | (Named & { kind: "switch" })
  | (Named & { kind: "picture" })
  | ListField
  | GroupField;

export type LineField = Named & {
  kind: "line";
  type?: "text" | "email" | "tel" | "url" | "date";
  digits?: true;
  /** Shown with marks between thousands. The draft has none. */
  amount?: true;
  /** The text belongs to the empty option of the choice before it. With another option, the draft has this word instead. */
  onlyWithout?: { choice: string; word: string };
};

export type Option = { value: string; label: string };

/** With a name, the group is an object of the record. Without one, it is only a heading. */
export type GroupField = Words & {
  kind: "group";
  name?: string;
  fields: Field[];
  /** Few people need it. */
  isFolded?: true;
  /** The result of the saved values, under the fields. */
  sum?: string;
};

/** A list of single values has one field with the name "". */
export type ListField = Named & {
  kind: "list";
  /** The name of one item. */
  one: string;
  fewest: number;
  most: number;
  fields: Field[];
};

export type NamedField = Exclude<Field, GroupField> | (GroupField & { name: string });

/** The fields of a record, without headings. */
export const flattened = (fields: Field[]): NamedField[] =>
  fields.flatMap((field) => {
    if (field.kind !== "group") return [field];
    return field.name === undefined ? flattened(field.fields) : [{ ...field, name: field.name }];
  });

export function blankDraft(fields: Field[]): Draft {
  const [only] = flattened(fields);
  if (only?.name === "") return initialOf(only);
  return Object.fromEntries(flattened(fields).map((field) => [field.name, initialOf(field)]));
}

function initialOf(field: NamedField): Draft {
  if (field.initial !== undefined) return field.initial;
  if (field.kind === "written") return { en: "", sw: "" };
  if (field.kind === "list") return [];
  return field.kind === "group" ? blankDraft(field.fields) : "";
}

/** Gives a version that is older than a field the initial value of that field, also inside lists and groups. */
export function completed(fields: Field[], draft: Draft): Draft {
  const named = flattened(fields);
  const isSingle = named[0]?.name === "";
  if (isSingle || typeof draft === "string" || Array.isArray(draft)) return draft;
  const added = named.map((field) => {
    const value = draft[field.name];
    if (value === undefined) return [field.name, initialOf(field)] as const;
    if (field.kind === "group") return [field.name, completed(field.fields, value)] as const;
    if (field.kind !== "list" || !Array.isArray(value)) return [field.name, value] as const;
    return [field.name, value.map((item) => completed(field.fields, item))] as const;
  });
  return { ...draft, ...Object.fromEntries(added) };
}
