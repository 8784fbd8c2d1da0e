import { z } from "zod";
import { withEditor } from "./editor-fields.ts";
import { picture } from "./records.ts";
import { writtenOrNot } from "./translated-text.ts";

const nameAndRole = "Name and role are required";

export const memberRecord = z.strictObject({
  name: withEditor(z.string().trim().min(1, nameAndRole).max(120), { kind: "line", label: "Name" }),
  role: withEditor(
    writtenOrNot(160).refine(({ en }) => en !== "", { path: ["en"], message: nameAndRole }),
    { kind: "written", label: "Role" },
  ),
  bio: withEditor(writtenOrNot(2_000), { kind: "written", label: "Bio", rows: 5 }),
  picture: withEditor(picture, { kind: "picture", label: "Photo" }),
});
