import type { Transaction } from "kysely";
import { readRecordHindrance } from "#database/accounts/role-grants.ts";
import { dueDrafts, findSavedDraft, type SavedDraft } from "#database/content/saved-drafts.ts";
import { fingerprintOf } from "#database/content/versions.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import { serves } from "#domain/accounts/roles.ts";
import { isSame, type DraftFailure } from "#domain/content/draft.ts";
import { lockRecord } from "#operations/content/lock-record.ts";
import { Refused, type EditableRecord } from "#operations/content/records/editable.ts";
import { findRecord } from "#operations/content/records/find.ts";
import { writeRecord } from "#operations/content/save-record.ts";
import { emailAccounts } from "#operations/mail/email-accounts.ts";
import { recordAction } from "#operations/system/record-action.ts";
import { dropHeldDraft } from "./conflict.ts";

type Tx = Transaction<Tables>;
type Result = "published" | "not-published" | "not-due";

/** Publishes each draft whose time has come. An unexpected error leaves its draft scheduled, and the others go on. */
export async function publishDueDrafts(
  db: Reads,
  now: Date,
  onError: (subject: string, error: unknown) => void,
): Promise<{ published: number; notPublished: number }> {
  const results: Result[] = [];
  for (const subject of await dueDrafts(db, now)) {
    try {
      results.push(await publishDraft(db, subject, now));
    } catch (error) {
      onError(subject, error);
    }
  }
  const count = (kind: Result) => results.filter((result) => result === kind).length;
  return { published: count("published"), notPublished: count("not-published") };
}

/** The lock of the record lets one process read the draft, and its row goes with the publication. */
async function publishDraft(db: Reads, subject: string, now: Date): Promise<Result> {
  const publish = (refused: boolean) =>
    db.transaction().execute(async (tx): Promise<Result> => {
      await lockRecord(tx, subject);
      const saved = await findSavedDraft(tx, subject);
      if (!saved?.schedule || saved.schedule.failure !== null || saved.schedule.at > now) return "not-due";
      const record = findRecord(subject);
      const failure =
        refused || record === null
          ? "invalid"
          : await publishOrExplain(tx, record, saved, saved.schedule.byId);
      if (failure === null) return "published";
      await tx.updateTable("record_drafts").set({ failure }).where("subject", "=", subject).execute();
      const logged = { subject: `record:${subject}`, after: { failure } } as const;
      await recordAction(tx, null, { action: "draft-not-published", ...logged });
      const details = { subject, at: saved.schedule.at.toISOString() };
      await emailAccounts(tx, { id: saved.schedule.byId }, { template: "draft-not-published", details });
      return "not-published";
    });
  return publish(false).catch((error: unknown) => {
    if (error instanceof Refused) return publish(true);
    throw error;
  });
}

/** Null once it is published. The person may have lost the access, and the record may have changed. */
async function publishOrExplain(
  tx: Tx,
  record: EditableRecord,
  saved: SavedDraft,
  by: string,
): Promise<DraftFailure | null> {
  if (!(await mayEdit(tx, record, by))) return "no-access";
  const checked = record.check(record.complete(saved.draft));
  if (checked.kind === "invalid") return "invalid";
  const before = await record.read(tx);
  const isPublished = before !== null && isSame(before, checked.draft);
  if (!isPublished && fingerprintOf(before) !== saved.opened) return "changed";
  const after = isPublished ? before : await writeRecord(tx, record, { before, checked, authorId: by });
  await dropHeldDraft(tx, record.subject, saved.fingerprint);
  const subject = `record:${record.subject}` as const;
  await recordAction(tx, by, { action: "draft-published", subject, before, after });
  return null;
}

async function mayEdit(tx: Tx, record: EditableRecord, id: string): Promise<boolean> {
  const person = await tx
    .selectFrom("users")
    .select("role")
    .where("id", "=", id)
    .where("banned", "=", false)
    // A change of the role waits until the draft is published.
    .forShare()
    .executeTakeFirst();
  if (!person || !serves(record.policy, person)) return false;
  return (await readRecordHindrance(tx, id, record.subject)) === null;
}
