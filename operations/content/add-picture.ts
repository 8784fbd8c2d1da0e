import type { Reads } from "#database/sql.server.ts";
import type { Picture } from "#domain/content/picture.ts";
import { recordAction } from "#operations/system/record-action.ts";

/** The picture's files are stored already. The record that uses it supplies the description. */
export async function addPicture(db: Reads, { id, width, height }: Picture, by: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.insertInto("pictures").values({ id, width, height, alt: "" }).execute();
    await tx.insertInto("picture_uploads").values({ picture_id: id, uploader_id: by }).execute();
    await recordAction(tx, by, { action: "picture-uploaded", subject: `picture:${id}` });
  });
}
