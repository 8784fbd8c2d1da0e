import type { Reads } from "#database/sql.server.ts";
import type { EditableRecord } from "#operations/content/records/editable.ts";
import type { Draft } from "#domain/content/draft.ts";
import type { Field } from "#domain/content/field.ts";

type RelatedPage = { label: string; address: string };

export type EditorView = {
  /** The path below /admin, /admin/history and /admin/preview. */
  path: string;
  title: string;
  /** A short explanation above the form. */
  about?: string;
  /** Links to pages about the same thing. */
  related?: RelatedPage[];
  fields: Field[];
  /** A save creates a request for approval, which another person decides. */
  takesTwo?: true;
  /** The part of the site that it edits, such as `/#about`. */
  seenAt: string | null;
  /** The preview opens the site's menu, and begins at the width of a laptop. */
  seenInMenu?: true;
  /** In a part with many records: the field that is the record's heading there. */
  seenHeading?: string;
  saved: string;
  /** For a kind with many records: the link to their list, and the title of a new record. */
  list?: { label: string; address: string };
  added?: string;
  failed: string;
  unread?: string;
};

export type Editor = {
  view: EditorView;
  record: EditableRecord;
  /** For a kind with many records: the initial values of a new one. Null if none was requested. */
  begin?: (query: URLSearchParams) => Draft | null;
  /** Hidden records are previewed as if they were visible, and begun parts as if they were complete. */
  asSeen?: (draft: Draft) => Draft;
  /** The heading, where the view's title names only the kind. */
  nameOf?: (draft: Draft) => string;
  /** The same fields, with hints that depend on other records, such as the nisab. */
  fieldsNow?: (db: Reads) => Promise<Field[]>;
  /** Words for what a save changed, in the audit log. Null if the view's own title says enough. */
  savedWords?: (before: Draft, after: Draft) => string | null;
  /** Links that depend on the saved record. */
  relatedTo?: (draft: Draft) => RelatedPage[];
};
