import type { Reads } from "#database/sql.server.ts";
import { findLedgerProblems } from "./report-ledger-problems.ts";

/** Runs the ledger check in a restored database and looks for the files of its pictures. Empty if all is correct. */
export async function findRestoreProblems(
  db: Reads,
  { hasPicture }: { hasPicture(id: string): boolean },
): Promise<string[]> {
  const ledger = await findLedgerProblems(db);
  const pictures = await db.selectFrom("pictures").select("id").execute();
  const missing = pictures.filter(({ id }) => !hasPicture(id)).length;
  return [
    ...ledger.map(
      ({ promise, problem, subject }) => `The ledger check fails: ${promise} ${problem}: ${subject}.`,
    ),
    ...(missing > 0 ? [`${missing} of ${pictures.length} pictures have no file.`] : []),
  ];
}
