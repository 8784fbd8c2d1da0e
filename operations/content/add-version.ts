import type { Transaction } from "kysely";
import type { Draft } from "#domain/content/draft.ts";
import { fingerprintOf, latestVersion } from "#database/content/versions.ts";
import type { Tables } from "#database/tables.ts";

type NewVersion = { draft: Draft; authorId: string | null; restoredFrom: number | null };

/** The first save keeps what the installation began with, and a later one what was changed past the editors. */
export async function keepFirstVersion(
  tx: Transaction<Tables>,
  subject: string,
  current: Draft | null,
): Promise<void> {
  if (current === null) return;
  const latest = await latestVersion(tx, subject);
  if (latest?.fingerprint === fingerprintOf(current)) return;
  await addVersion(tx, subject, { draft: current, authorId: null, restoredFrom: null });
}

export async function addVersion(
  tx: Transaction<Tables>,
  subject: string,
  { draft, authorId, restoredFrom }: NewVersion,
): Promise<number> {
  const latest = await latestVersion(tx, subject);
  const version = latest ? latest.version + 1 : authorId === null ? 0 : 1;
  await tx
    .insertInto("record_versions")
    .values({
      subject,
      version,
      value: JSON.stringify(draft),
      fingerprint: fingerprintOf(draft),
      author_id: authorId,
      restored_from: restoredFrom,
    })
    .execute();
  return version;
}
