import type { Transaction } from "kysely";
import type { DescribedPicture } from "#domain/content/home.ts";
import type { Tables } from "#database/tables.ts";

/** Writes the alternative text and the focus. */
export async function writePicture(
  tx: Transaction<Tables>,
  picture: Pick<DescribedPicture, "id" | "alt" | "focus"> | null,
): Promise<void> {
  if (picture === null) return;
  const { id, alt, focus } = picture;
  await tx
    .updateTable("pictures")
    .set({ alt: alt.en, alt_sw: alt.sw, focus_x: focus.x, focus_y: focus.y })
    .where("id", "=", id)
    .execute();
}
