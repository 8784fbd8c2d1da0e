import type { EditableRecord } from "#database/content/editable.ts";
import type { Policy } from "#domain/accounts/roles.ts";
import type { Draft } from "#domain/content/draft.ts";
import type { Field } from "#domain/content/field.ts";

/** What the browser is told of an editor. */
export type EditorView = {
  /** Below /admin, and below /admin/history and /admin/preview. */
  path: string;
  title: string;
  /** A word about what this is, above the form. */
  about?: string;
  /** What one may look for here, and where it is. */
  elsewhere?: { label: string; address: string };
  fields: Field[];
  /** A save proposes the change, and another person decides. */
  takesTwo?: true;
  /** Where on the site it can be seen, such as `/#about`. */
  seenAt: string | null;
  /** What is said when it was saved, could not be saved, and could not be read. */
  saved: string;
  /** Where there are many of its kind: where they are listed, and what is said of a new one. */
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
  /** Where there are many of its kind: what a new one begins with; null where no new one was asked for. */
  begin?: (query: URLSearchParams) => Draft | null;
  /** What a visitor could not see is previewed as if he could. */
  asSeen?: (draft: Draft) => Draft;
};
