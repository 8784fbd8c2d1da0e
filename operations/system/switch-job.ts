import { fingerprintOf } from "#database/content/versions.ts";
import type { Reads } from "#database/sql.server.ts";
import { withValue } from "#domain/content/draft.ts";
import type { JobName } from "#domain/system/jobs.ts";
import { settings } from "#operations/content/records/settings.ts";
import { saveRecord, type SaveOutcome } from "#operations/content/save-record.ts";

type Switch = { job: JobName; isOn: boolean; by: string };

/** Stops or starts one job, whatever the others do. The history of the jobs gets a version. */
export async function switchJob(db: Reads, { job, isOn, by }: Switch): Promise<SaveOutcome> {
  const now = await settings.read(db);
  return saveRecord(db, settings, {
    draft: withValue(now ?? {}, `jobs.${job}`, isOn ? "yes" : ""),
    opened: fingerprintOf(now),
    authorId: by,
  });
}
