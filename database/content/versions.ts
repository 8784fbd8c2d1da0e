import { canonical, type Draft } from "#domain/content/draft.ts";
import type { Reads } from "#database/sql.server.ts";
import { sha256 } from "#domain/system/digest.server.ts";

export type RecordVersion = {
  version: number;
  draft: Draft;
  fingerprint: string;
  /** Null for a value from before the first save here. */
  author: string | null;
  authorId: string | null;
  /** The approver, if a second person was needed. */
  approver: string | null;
  restoredFrom: number | null;
  at: Date;
};

/** Identifies the content that a form was opened with, so that a save detects a change by another person. */
export function fingerprintOf(draft: Draft | null): string {
  if (draft === null) return "none";
  return sha256(canonical(draft)).toString("base64url").slice(0, 22);
}

export async function listVersions(db: Reads, subject: string, limit = 100): Promise<RecordVersion[]> {
  const rows = await versionsOf(db, subject).orderBy("version", "desc").limit(limit).execute();
  return rows.map(asVersion);
}

export async function latestVersion(db: Reads, subject: string): Promise<RecordVersion | null> {
  return (await listVersions(db, subject, 1))[0] ?? null;
}

export async function findVersion(
  db: Reads,
  subject: string,
  version: number,
): Promise<RecordVersion | null> {
  const row = await versionsOf(db, subject).where("version", "=", version).executeTakeFirst();
  return row ? asVersion(row) : null;
}

/** The time of the last change of each record. */
export const readLastChanges = (db: Reads): Promise<{ subject: string; at: Date }[]> =>
  db
    .selectFrom("record_versions")
    .select(["subject", ({ fn }) => fn.max("at").as("at")])
    .groupBy("subject")
    .execute();

/** Null if that content was never saved here. */
export async function findByFingerprint(
  db: Reads,
  subject: string,
  fingerprint: string,
): Promise<Draft | null> {
  const row = await versionsOf(db, subject)
    .where("fingerprint", "=", fingerprint)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? asVersion(row).draft : null;
}

const versionsOf = (db: Reads, subject: string) =>
  db
    .selectFrom("record_versions as v")
    .leftJoin("users as u", "u.id", "v.author_id")
    // An approval saves the version in its own transaction, so both have the same time.
    .leftJoin("proposals as p", (join) =>
      join
        .onRef("p.subject", "=", "v.subject")
        .onRef("p.proposed_by", "=", "v.author_id")
        .onRef("p.decided_at", "=", "v.at")
        .on("p.status", "=", "approved"),
    )
    .leftJoin("users as a", "a.id", "p.decided_by")
    .select(["v.version", "v.value", "v.fingerprint", "v.author_id", "v.restored_from", "v.at"])
    .select("u.name as author")
    .select(({ fn, ref }) => fn.coalesce(ref("a.name"), ref("p.decided_by")).as("approver"))
    .where("v.subject", "=", subject);

type Row = Awaited<ReturnType<ReturnType<typeof versionsOf>["execute"]>>[number];

function asVersion(row: Row): RecordVersion {
  return {
    version: row.version,
    draft: row.value,
    fingerprint: row.fingerprint,
    author: row.author ?? row.author_id,
    authorId: row.author_id,
    approver: row.approver,
    restoredFrom: row.restored_from,
    at: row.at,
  };
}
