import { editedMember } from "#database/content/edited-team.ts";
import type { Editor } from "#app/staff/editor/editor.ts";
import type { Field } from "#app/staff/editor/fields.ts";

export function memberEditor(path: string): Editor | null {
  const id = /^team\/([1-9]\d{0,8})$/.exec(path)?.[1];
  if (id === undefined) return null;
  return {
    record: editedMember(Number(id)),
    begin: (query) => (query.has("new") ? blank : null),
    view: {
      path,
      title: "Team member",
      list: { label: "Team", address: "/admin/team" },
      seenAt: "/#advisory",
      saved: "Team member updated successfully",
      added: "Team member created successfully",
      failed: "Failed to save team member",
      fields,
    },
  };
}

const fields: Field[] = [
  { kind: "line", name: "name", label: "Name" },
  { kind: "written", name: "role", label: "Role" },
  { kind: "written", name: "bio", label: "Bio", rows: 5 },
  { kind: "picture", name: "picture", label: "Photo" },
];

const blank = { name: "", role: { en: "", sw: "" }, bio: { en: "", sw: "" }, picture: "" };
