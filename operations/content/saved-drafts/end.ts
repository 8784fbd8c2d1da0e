import type { Reads } from "#database/sql.server.ts";
import { lockRecord } from "#operations/content/lock-record.ts";
import { recordAction } from "#operations/system/record-action.ts";

type Ending = { subject: string; by: string };

/** The text stays as a draft. */
export function cancelSchedule(db: Reads, { subject, by }: Ending): Promise<"done" | "as-before"> {
  return db.transaction().execute(async (tx) => {
    await lockRecord(tx, subject);
    const { numUpdatedRows } = await tx
      .updateTable("record_drafts")
      .set({ publish_at: null, scheduled_by: null, failure: null })
      .where("subject", "=", subject)
      .where("publish_at", "is not", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return "as-before";
    await recordAction(tx, by, { action: "schedule-cancelled", subject: `record:${subject}` });
    return "done";
  });
}

/** A draft that another person saved since stays. */
export function discardDraft(
  db: Reads,
  { subject, by, fingerprint }: Ending & { fingerprint: string },
): Promise<"done" | "as-before"> {
  return db.transaction().execute(async (tx) => {
    await lockRecord(tx, subject);
    const { numDeletedRows } = await tx
      .deleteFrom("record_drafts")
      .where("subject", "=", subject)
      .where("fingerprint", "=", fingerprint)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return "as-before";
    await recordAction(tx, by, { action: "draft-discarded", subject: `record:${subject}` });
    return "done";
  });
}
