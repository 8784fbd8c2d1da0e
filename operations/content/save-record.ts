import type { Transaction } from "kysely";
import { Refused, type Checked, type EditableRecord } from "#operations/content/records/editable.ts";
import { fingerprintOf } from "#database/content/versions.ts";
import { addVersion, keepFirstVersion } from "#operations/content/add-version.ts";
import { draftConflict, dropHeldDraft } from "#operations/content/saved-drafts/conflict.ts";
import { staleRecord, type StaleRecord } from "#operations/content/stale.ts";
import { lockRecord } from "#operations/content/lock-record.ts";
import { accessIsConfirmed, readRecordHindrance } from "#database/accounts/role-grants.ts";
import type { AccessHindrance } from "#domain/cases/proposal.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import { isSame, valueAt, withValue, type Draft } from "#domain/content/draft.ts";
import { accessNotConfirmed, keepProposal, type OpenProposal } from "#operations/cases/propose.ts";
import { recordAction } from "#operations/system/record-action.ts";

export type Save = {
  draft: Draft;
  /** The fingerprint of what the form was opened with. */
  opened: string;
  /** The fingerprint of the saved draft in the form, or empty. The draft ends with the save. */
  held?: string;
  authorId: string;
  restoredFrom?: number;
};

export type SaveOutcome =
  | { kind: "saved" }
  /** It stood like this already. */
  | { kind: "unchanged" }
  | OpenProposal
  | { kind: "invalid"; errors: { field: string; message: string }[] }
  /** The author is too new, or a second admin has not confirmed the access. */
  | AccessHindrance
  | StaleRecord;

/**
 * Writes the record, its next version and the audit log in one transaction, unless another person saved since the form
 * was opened. A change that needs two people becomes a request for approval.
 */
export async function saveRecord(db: Reads, record: EditableRecord, save: Save): Promise<SaveOutcome> {
  const checked = record.check(save.draft);
  if (checked.kind === "invalid") return checked;
  const saving = db.transaction().execute(async (tx): Promise<SaveOutcome> => {
    await lockRecord(tx, record.subject);
    const hindrance = await readRecordHindrance(tx, save.authorId, record.subject);
    if (hindrance !== null) return hindrance;
    const before = await record.read(tx);
    const { opened, held } = save;
    const draft = record.takesTwo ? withValue(checked.draft, "reason", "") : checked.draft;
    if (before !== null && isSame(before, draft)) {
      if (record.takesTwo) return nothingToPropose;
      if (held) await dropHeldDraft(tx, record.subject, held);
      return { kind: "unchanged" };
    }
    if (fingerprintOf(before) !== opened) return staleRecord(tx, record, before, opened);
    const conflict = held === undefined ? null : await draftConflict(tx, record, { opened, held });
    if (conflict) return conflict;
    if (record.takesTwo) {
      if (!(await accessIsConfirmed(tx, save.authorId))) return notConfirmed;
      const reason = String(valueAt(checked.draft, "reason"));
      const proposal = { kind: record.takesTwo, was: before, becomes: draft };
      const proposed = await keepProposal(tx, proposal, { by: save.authorId, reason });
      if (held && proposed.kind === "proposed") await dropHeldDraft(tx, record.subject, held);
      return proposed;
    }
    const after = await writeRecord(tx, record, { ...save, before, checked });
    if (held) await dropHeldDraft(tx, record.subject, held);
    await recordAction(tx, save.authorId, {
      action: save.restoredFrom === undefined ? "record-saved" : "record-restored",
      subject: `record:${record.subject}`,
      before,
      after,
    });
    return { kind: "saved" };
  });
  return saving.catch((error: unknown): SaveOutcome => {
    if (error instanceof Refused) return { kind: "invalid", errors: error.errors };
    throw error;
  });
}

const notConfirmed: SaveOutcome = {
  kind: "invalid",
  errors: [{ field: "reason", message: accessNotConfirmed }],
};
const nothingToPropose: SaveOutcome = {
  kind: "invalid",
  errors: [{ field: "reason", message: "Nothing has changed" }],
};

type Written = Pick<Save, "authorId" | "restoredFrom"> & {
  before: Draft | null;
  checked: Extract<Checked, { kind: "valid" }>;
};

/** The caller holds the lock of the record. Its history gets the earlier and the new version. */
export async function writeRecord(
  tx: Transaction<Tables>,
  record: EditableRecord,
  { before, checked, authorId, restoredFrom }: Written,
): Promise<Draft> {
  await keepFirstVersion(tx, record.subject, before);
  await checked.write(tx);
  const draft = (await record.read(tx)) ?? checked.draft;
  await addVersion(tx, record.subject, { draft, authorId, restoredFrom: restoredFrom ?? null });
  return draft;
}
