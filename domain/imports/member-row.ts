import { z } from "zod";
import { words, wordsOrNone } from "#domain/content/translated-text.ts";
import { problemsIn, type ReadRow } from "./campaign-row.ts";
import { columnsOf, type Columns } from "./columns.ts";
import { flag, optionalText, type TableRow } from "./table-row.ts";

export type ImportedMember = {
  name: string;
  role: string;
  bio: string | null;
  place: number;
  isActive: boolean;
  hasPicture: boolean;
};

const row = z.object({
  name: z.preprocess((text) => text ?? "", words(120)),
  role: z.preprocess((text) => text ?? "", words(160)),
  bio: z.preprocess((text) => text ?? "", wordsOrNone(2_000)),
  photo_url: optionalText,
  order_index: optionalText.refine((text) => /^\d{0,6}$/.test(text), "is not a place in a list"),
  is_active: z.preprocess((text) => text ?? "true", flag),
});

export const memberColumns = {
  needed: ["name", "role"],
  read: columnsOf(row),
  notUsed: ["id", "created_at", "updated_at"],
} satisfies Columns;

/** A row of the earlier system's table `team_members`. */
export function readMemberRow(cells: TableRow): ReadRow<ImportedMember> {
  const parsed = row.safeParse(cells);
  if (!parsed.success) return { ok: false, problem: problemsIn(parsed.error) };
  const { name, role, bio, photo_url: photo, order_index: place, is_active: isActive } = parsed.data;
  return {
    ok: true,
    read: { ...{ name, role, isActive }, bio: bio || null, place: Number(place), hasPicture: photo !== "" },
  };
}
