import type { Transaction } from "kysely";
import type { z } from "zod";
import type { Policy } from "#domain/accounts/roles.ts";
import { checkRecord, fieldsOf, type ExternalOptions } from "#domain/content/editor-fields.ts";
import { draftOf, type Draft } from "#domain/content/draft.ts";
import { completed, flattened, type Field } from "#domain/content/field.ts";
import { picture } from "#domain/content/records.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import { writePicture } from "./write-picture.ts";

/** A record that staff edit. It can be in one table or in several. */
export type EditableRecord = {
  subject: string;
  /** The people who may read and change it in the staff area. */
  policy: Policy;
  /** A save only proposes the change, with the draft's `reason`; it is written when another person approves it. */
  takesTwo?: "bank-details";
  /** A save takes effect immediately. A draft of it would look like a change that was made. */
  hasNoDrafts?: true;
  /** Null where there is none yet. */
  read(db: Reads): Promise<Draft | null>;
  /** Gives a version or draft that is older than a field the value that this field had then. */
  complete(draft: Draft): Draft;
  check(draft: Draft): Checked;
  /** The editor's fields. The staff area adds the words that it alone knows. */
  fields(external?: ExternalOptions): Field[];
};

export type Checked =
  | { kind: "valid"; draft: Draft; write(tx: Transaction<Tables>): Promise<void> }
  | { kind: "invalid"; errors: { field: string; message: string }[] };

type Definition<Value> = {
  subject: string;
  /** Default: `staff`. */
  policy?: Policy;
  hasNoDrafts?: true;
  schema: z.ZodObject & z.ZodType<Value>;
  read(db: Reads): Promise<Value | null>;
  write(tx: Transaction<Tables>, value: Value): Promise<void>;
};

/** Mistakes that only the tables know, shown at their fields. */
export class Refused extends Error {
  readonly errors: { field: string; message: string }[];

  constructor(field: string, message: string) {
    super(message);
    this.errors = [{ field, message }];
  }
}

/** The schema reads what a form holds; its value is what `read` gives and `write` takes. */
export function editable<Value>({
  subject,
  policy = "staff",
  hasNoDrafts,
  schema,
  read,
  write,
}: Definition<Value>): EditableRecord {
  const fields = fieldsOf(schema);
  return {
    subject,
    policy,
    ...(hasNoDrafts && { hasNoDrafts }),
    fields: (external) => (external === undefined ? fields : fieldsOf(schema, external)),
    complete: (draft) => completed(fields, draft),
    async read(db) {
      const value = await read(db);
      return value === null ? null : draftOf(value);
    },
    check(draft) {
      const checked = checkRecord(schema, draft);
      if (checked.success)
        return {
          kind: "valid",
          draft: draftOf(checked.data),
          async write(tx) {
            for (const shown of picturesIn(fields, checked.data))
              await writePicture(tx, picture.parse(shown));
            await write(tx, checked.data);
          },
        };
      const errors = new Map<string, string>();
      for (const { path, message } of checked.error.issues) {
        const field = path.join(".");
        if (!errors.has(field)) errors.set(field, message);
      }
      return { kind: "invalid", errors: [...errors].map(([field, message]) => ({ field, message })) };
    },
  };
}

/** The descriptions of pictures have a table of their own. */
function picturesIn(fields: Field[], value: unknown): unknown[] {
  return flattened(fields).flatMap((field) => {
    const part =
      field.name === ""
        ? value
        : typeof value === "object" && value !== null && Reflect.get(value, field.name);
    if (field.kind === "picture") return [part];
    if (field.kind === "list" && Array.isArray(part))
      return part.flatMap((item) => picturesIn(field.fields, item));
    return field.kind === "group" ? picturesIn(field.fields, part) : [];
  });
}
