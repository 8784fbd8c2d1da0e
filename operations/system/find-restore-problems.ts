import type { Reads } from "#database/sql.server.ts";
import { wantedDocuments, wantedPictures } from "#database/system/diagnose.ts";
import { findIncomplete, type StoredSizes } from "#domain/system/stored-files.ts";
import { findLedgerProblems } from "./report-ledger-problems.ts";

type Restored = {
  stored: Record<"pictures" | "documents", StoredSizes[]>;
  /** The running site may delete unused files after the moment of its backup. */
  site?: Reads;
};

/** Runs the ledger check in a restored database and looks for the files of its records. Empty if all is correct. */
export async function findRestoreProblems(db: Reads, { stored, site = db }: Restored): Promise<string[]> {
  const ledger = await findLedgerProblems(db);
  return [
    ...ledger.map(
      ({ promise, problem, subject }) => `The ledger check fails: ${promise} ${problem}: ${subject}.`,
    ),
    ...(await findLostFiles("pictures", { wants: wantedPictures, db, site, stored: stored.pictures })),
    ...(await findLostFiles("documents", { wants: wantedDocuments, db, site, stored: stored.documents })),
  ];
}

type Wanting = { wants: typeof wantedPictures; db: Reads; site: Reads; stored: StoredSizes[] };

async function findLostFiles(kind: string, { wants, db, site, stored }: Wanting): Promise<string[]> {
  const wanted = await wants(db);
  const incomplete = findIncomplete(wanted, stored);
  if (incomplete.length === 0) return [];
  const used = new Set((await wants(site)).map(({ id }) => id));
  const lost = incomplete.filter((id) => used.has(id));
  if (lost.length === 0) return [];
  return [
    `Files are missing, empty or cut for ${lost.length} of ${wanted.length} ${kind}, such as ${lost[0]}.`,
  ];
}
