import { createHash } from "node:crypto";
import { isCut } from "./pictures/cut-pictures.ts";
import { StoreFault, type Store, type StoredFile } from "./store.ts";

export type Moving = {
  /** Counts only. */
  dryRun: boolean;
  /** Deletes each picture or document from the first store after its copy was verified. */
  removes: boolean;
  onProgress: (done: number, all: number) => void;
};

export type Moved = {
  copied: number;
  /** Their copies were there before, with the same hashes. */
  alreadyThere: number;
  /** Uploads that ended early. No record names them. */
  unfinished: number;
  /** Ids whose copy is whole and has other bytes. It is not overwritten. */
  different: string[];
};

/** Copies everything that the second store lacks. After an interruption, it can run again. */
export async function moveFiles(
  from: Store,
  to: Store,
  { dryRun, removes, onProgress }: Moving,
): Promise<Moved> {
  const moved: Moved = { copied: 0, alreadyThere: 0, unfinished: 0, different: [] };
  const all = await from.list();
  for (const [at, { id }] of all.entries()) {
    const files = await from.files(id);
    if (files === null) moved.unfinished++;
    else {
      const result = await copy(id, files, to, dryRun);
      if (result === "different") moved.different.push(id);
      else moved[result]++;
      if (removes && !dryRun && result !== "different") await from.remove(id);
    }
    onProgress(at + 1, all.length);
  }
  return moved;
}

async function copy(
  id: string,
  files: StoredFile[],
  to: Store,
  dryRun: boolean,
): Promise<"copied" | "alreadyThere" | "different"> {
  const wanted = hashesOf(files);
  const before = await to.files(id).catch(noneWhenDamaged);
  if (before !== null && hashesOf(before) === wanted) return "alreadyThere";
  if (before !== null && !isDamaged(before, files)) return "different";
  if (dryRun) return "copied";
  // Neither a folder nor a bucket takes a picture that is there.
  if (before !== null) await to.remove(id);
  await to.put(id, files);
  // Read again, because only stored bytes count.
  const stored = await to.files(id);
  return stored !== null && hashesOf(stored) === wanted ? "copied" : "different";
}

/** The bucket returned other bytes than were stored. */
function noneWhenDamaged(error: unknown): StoredFile[] {
  if (error instanceof StoreFault && error.kind === "damaged") return [];
  throw error;
}

/** A file is missing, empty or cut, as the doctor says. */
const isDamaged = (stored: StoredFile[], wanted: StoredFile[]) =>
  wanted.some(({ name }) => {
    const body = stored.find((each) => each.name === name)?.body;
    return body === undefined || body.length === 0 || isCut(name, body);
  });

const hashesOf = (files: StoredFile[]): string =>
  files
    .map(({ name, body }) => `${name} ${createHash("sha256").update(body).digest("hex")}`)
    .toSorted()
    .join("\n");
