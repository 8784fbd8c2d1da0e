import type { Reads } from "#database/sql.server.ts";
import { askForNews } from "#operations/campaigns/silence/ask-for-news.ts";
import { postDigests } from "#operations/campaigns/silence/post-digests.ts";
import type { Job } from "./job.ts";

export function watchSilenceJob(db: Reads): Job {
  return {
    name: "watch-silence",
    due: "23 * * * *",
    work: async () => ({ posted: await postDigests(db), asked: await askForNews(db) }),
  };
}
