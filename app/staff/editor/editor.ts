import type { EditableRecord } from "#operations/content/records/editable.ts";
import type { Policy } from "#domain/accounts/roles.ts";
import type { Draft } from "#domain/content/draft.ts";
import type { Field } from "#domain/content/field.ts";

/** The data of an editor for the browser. */
export type EditorView = {
  /** Below /admin, and below /admin/history and /admin/preview. */
  path: string;
  title: string;
  /** A word about what this is, above the form. */
  about?: string;
  elsewhere?: { label: string; address: string };
  fields: Field[];
  /** A save proposes the change, and another person decides. */
  takesTwo?: true;
  /** Its place on the site, such as `/#about`. */
  seenAt: string | null;
  saved: string;
  /** For records of which there are many: their list, and the title of a new one. */
  list?: { label: string; address: string };
  added?: string;
  failed: string;
  unread?: string;
};

/** The policy is `staff` where none is named. */
export type Editor = {
  view: EditorView;
  record: EditableRecord;
  policy?: Policy;
  /** For records of which there are many: the initial values of a new one. Null if none was requested. */
  begin?: (query: URLSearchParams) => Draft | null;
  /** Hidden records are previewed as if they were visible. */
  asSeen?: (draft: Draft) => Draft;
};
