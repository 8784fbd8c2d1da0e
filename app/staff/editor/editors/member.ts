import { editedMember } from "#operations/content/records/team.ts";
import type { Editor } from "#app/staff/editor/editor.ts";
import { valueAt } from "#domain/content/draft.ts";
import { blankDraft } from "#domain/content/field.ts";

export function memberEditor(path: string): Editor | null {
  const id = /^team\/([1-9]\d{0,8})$/.exec(path)?.[1];
  if (id === undefined) return null;
  const record = editedMember(Number(id));
  const fields = record.fields();
  return {
    record,
    nameOf: (draft) => String(valueAt(draft, "name") ?? ""),
    begin: (query) => (query.has("new") ? blankDraft(fields) : null),
    view: {
      path,
      title: "Team member",
      list: { label: "Team", address: "/admin/team" },
      seenAt: "/#advisory",
      seenHeading: "name",
      saved: "Team member updated successfully",
      added: "Team member created successfully",
      failed: "Failed to save team member",
      fields,
    },
  };
}
