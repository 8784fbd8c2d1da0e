import { findByFingerprint, fingerprintOf, latestVersion } from "#database/content/versions.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Draft } from "#domain/content/draft.ts";
import type { EditableRecord } from "./records/editable.ts";

/** Another person, or the same one elsewhere, saved first: nothing was written, and no text is lost. */
export type StaleRecord = {
  kind: "stale";
  /** The fingerprint of their saved draft. Null if they published the record. */
  draft: string | null;
  theirs: Draft | null;
  /** The version that both people opened. Null if the record was never saved here. */
  base: Draft | null;
  by: { author: string; authorId: string | null; at: Date } | null;
};

/** The published record is no longer the one that the form was opened with. */
export async function staleRecord(
  db: Reads,
  { subject, complete }: EditableRecord,
  theirs: Draft | null,
  opened: string,
): Promise<StaleRecord> {
  const base = await findByFingerprint(db, subject, opened);
  const latest = await latestVersion(db, subject);
  const isOwnVersion = latest !== null && latest.fingerprint === fingerprintOf(theirs);
  return {
    kind: "stale",
    draft: null,
    theirs,
    base: base && complete(base),
    by:
      isOwnVersion && latest.author !== null
        ? { author: latest.author, authorId: latest.authorId, at: latest.at }
        : null,
  };
}
