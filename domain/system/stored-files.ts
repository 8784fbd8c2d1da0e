/** The files that a picture or document of the database must have. */
export type WantedFiles = { id: string; files: readonly string[] };

/** The files of a store or a backup. `sizes` is in bytes, by the name of the file: 0 for one that is empty or cut. */
export type StoredSizes = { id: string; isComplete: boolean; sizes: ReadonlyMap<string, number> };

/** The only file of a document. */
export const documentFile = "document";

/** The ids of which a file is missing, empty or cut. */
export function findIncomplete(wanted: readonly WantedFiles[], stored: Iterable<StoredSizes>): string[] {
  const there = new Map<string, StoredSizes>();
  for (const each of stored) if (each.isComplete) there.set(each.id, each);
  const isWhole = ({ id, files }: WantedFiles) =>
    files.every((name) => (there.get(id)?.sizes.get(name) ?? 0) > 0);
  return wanted.filter((each) => !isWhole(each)).map(({ id }) => id);
}
