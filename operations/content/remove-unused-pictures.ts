import type { Transaction } from "kysely";
import { unusedPictures } from "#database/content/pictures.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import { recordAction } from "#operations/system/record-action.ts";

/** A device keeps an unsaved draft, which can show the picture, for as long. */
export const daysUnused = 30;

/** Removes pictures that were uploaded and never used. Pictures of earlier versions stay, so that they can be restored. */
export async function removeUnusedPictures(
  db: Reads,
  pictures: { remove(id: string): Promise<void> },
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - daysUnused * 86_400_000);
  let removed = 0;
  for (const id of await unusedPictures(db, before)) {
    await db.transaction().execute(async (tx) => {
      await lockPicture(tx, id);
      const [still] = await unusedPictures(tx, before, id);
      if (still === undefined) return;
      // The files first: where we are stopped in between, the row is found again and so are they.
      await pictures.remove(id);
      await tx.deleteFrom("pictures").where("id", "=", id).execute();
      await recordAction(tx, null, { action: "picture-removed", subject: `picture:${id}`, reason: "unused" });
      removed++;
    });
  }
  return removed;
}

/** A record that is about to use the picture waits. */
async function lockPicture(tx: Transaction<Tables>, id: string): Promise<void> {
  await tx.selectFrom("pictures").select("id").where("id", "=", id).forUpdate().execute();
}
