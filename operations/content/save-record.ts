import type { Transaction } from "kysely";
import { Refused, type Checked, type EditableRecord } from "#operations/content/records/editable.ts";
import { findByFingerprint, fingerprintOf, latestVersion } from "#database/content/versions.ts";
import { addVersion, keepFirstVersion } from "#operations/content/add-version.ts";
import { lockRecord } from "#operations/content/lock-record.ts";
import { accessIsConfirmed, readRecordHindrance } from "#database/accounts/role-grants.ts";
import type { AccessHindrance } from "#domain/cases/proposal.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import { completed } from "#domain/content/field.ts";
import { isSame, valueAt, withValue, type Draft } from "#domain/content/draft.ts";
import { accessNotConfirmed, keepProposal, type OpenProposal } from "#operations/cases/propose.ts";
import { recordAction } from "#operations/system/record-action.ts";

export type Save = {
  draft: Draft;
  /** The fingerprint of what the form was opened with. */
  opened: string;
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
  | Stale;

/** Another person saved first: nothing was written, and no text is lost. */
export type Stale = {
  kind: "stale";
  theirs: Draft | null;
  /** The version that both people opened. Null if the record was never saved here. */
  base: Draft | null;
  by: { author: string; at: Date } | null;
};

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
    const draft = record.takesTwo ? withValue(checked.draft, "reason", "") : checked.draft;
    if (before !== null && isSame(before, draft))
      return record.takesTwo ? nothingToPropose : { kind: "unchanged" };
    if (fingerprintOf(before) !== save.opened) return stale(tx, record, before, save.opened);
    if (record.takesTwo) {
      if (!(await accessIsConfirmed(tx, save.authorId))) return notConfirmed;
      const reason = String(valueAt(checked.draft, "reason"));
      const proposal = { kind: record.takesTwo, was: before, becomes: draft };
      return keepProposal(tx, proposal, { by: save.authorId, reason });
    }
    const after = await writeRecord(tx, record, { ...save, before, checked });
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

async function stale(
  tx: Transaction<Tables>,
  { subject, fields }: EditableRecord,
  theirs: Draft | null,
  opened: string,
): Promise<Stale> {
  const base = await findByFingerprint(tx, subject, opened);
  const latest = await latestVersion(tx, subject);
  const isOwnVersion = latest !== null && latest.fingerprint === fingerprintOf(theirs);
  return {
    kind: "stale",
    theirs,
    base: base && completed(fields(), base),
    by: isOwnVersion && latest.author !== null ? { author: latest.author, at: latest.at } : null,
  };
}
