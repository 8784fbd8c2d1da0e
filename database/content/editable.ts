import type { Transaction } from "kysely";
import type { z } from "zod";
import { draftOf, type Draft } from "#domain/content/draft.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";

/** Something that staff edit as one, whatever tables it stands in. */
export type EditableRecord = {
  subject: string;
  /** A save only proposes the change, with the draft's `reason`; it is written when another person approves it. */
  takesTwo?: "bank-details";
  /** Null where there is none yet. */
  read(db: Reads): Promise<Draft | null>;
  check(draft: Draft): Checked;
};

export type Checked =
  | { kind: "valid"; draft: Draft; write(tx: Transaction<Tables>): Promise<void> }
  | { kind: "invalid"; errors: { field: string; message: string }[] };

type Given<Value> = {
  subject: string;
  schema: z.ZodType<Value>;
  read(db: Reads): Promise<Value | null>;
  write(tx: Transaction<Tables>, value: Value): Promise<void>;
};

/** What only the tables know to be wrong, told at its field. */
export class Refused extends Error {
  readonly errors: { field: string; message: string }[];

  constructor(field: string, message: string) {
    super(message);
    this.errors = [{ field, message }];
  }
}

/** The schema reads what a form holds; its value is what `read` gives and `write` takes. */
export function editable<Value>({ subject, schema, read, write }: Given<Value>): EditableRecord {
  return {
    subject,
    async read(db) {
      const value = await read(db);
      return value === null ? null : draftOf(value);
    },
    check(draft) {
      const checked = schema.safeParse(draft);
      if (checked.success)
        return { kind: "valid", draft: draftOf(checked.data), write: (tx) => write(tx, checked.data) };
      const errors = new Map<string, string>();
      for (const { path, message } of checked.error.issues) {
        const field = path.join(".");
        if (!errors.has(field)) errors.set(field, message);
      }
      return { kind: "invalid", errors: [...errors].map(([field, message]) => ({ field, message })) };
    },
  };
}
