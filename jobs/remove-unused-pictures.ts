import type { Logger } from "pino";
import type { Reads } from "#database/sql.server.ts";
import { removeUnusedPictures } from "#operations/content/remove-unused-pictures.ts";
import type { Pictures } from "#storage/pictures/open.ts";
import type { Job } from "./job.ts";

export function removeUnusedPicturesJob(db: Reads, pictures: Pick<Pictures, "remove">, log: Logger): Job {
  return {
    name: "remove-unused-pictures",
    due: "17 0 * * *",
    async work() {
      const removed = await removeUnusedPictures(db, pictures, new Date());
      if (removed > 0) log.info({ removed }, "unused pictures deleted");
      return { removed };
    },
  };
}
