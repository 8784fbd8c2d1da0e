import type { EditableRecord } from "#database/editable.ts";
import type { Policy } from "#domain/account.ts";
import type { Field } from "./fields.ts";

/** What the browser is told of an editor. */
export type EditorView = {
  /** Below /admin, and below /admin/history and /admin/preview. */
  path: string;
  title: string;
  /** A word about what this is, above the form. */
  about?: string;
  fields: Field[];
  /** Where on the site it can be seen, such as `/#about`. */
  seenAt: string | null;
  /** What is said when it was saved, could not be saved, and could not be read. */
  saved: string;
  failed: string;
  unread?: string;
};

/** The policy is `staff` where none is named. */
export type Editor = { view: EditorView; record: EditableRecord; policy?: Policy };
