import type { Transaction } from "kysely";
import type { DescribedPicture } from "#domain/content.ts";
import { translated } from "./columns.ts";
import type { Reads } from "./sql.server.ts";
import type { Tables } from "./tables.ts";

export async function findPicture(db: Reads, id: string): Promise<DescribedPicture | null> {
  const row = await db.selectFrom("pictures").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) return null;
  const { width, height, alt, alt_sw, focus_x, focus_y } = row;
  return { id, width, height, alt: translated(alt, alt_sw), focus: { x: focus_x, y: focus_y } };
}

/** Writes what staff say of a picture, and returns what the record's column is to name. */
export async function writePicture(
  tx: Transaction<Tables>,
  picture: Pick<DescribedPicture, "id" | "alt" | "focus"> | null,
): Promise<string | null> {
  if (picture === null) return null;
  const { id, alt, focus } = picture;
  await tx
    .updateTable("pictures")
    .set({ alt: alt.en, alt_sw: alt.sw, focus_x: focus.x, focus_y: focus.y })
    .where("id", "=", id)
    .execute();
  return id;
}
