import { randomUUID } from "node:crypto";
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import type { StoredSizes } from "#domain/system/stored-files.ts";

export type StoredFile = { name: string; body: Buffer };

/** An upload that broke off is not complete. */
export type Stored = StoredSizes & { storedAt: Date };

/** The place of pictures or documents: a folder or a bucket. A picture has all its files there or none. */
export type Store = {
  put(id: string, files: StoredFile[]): Promise<void>;
  has(id: string): Promise<boolean>;
  get(id: string, name: string): Promise<Buffer | null>;
  /** All files of a picture or document. Null if it is missing or unfinished. */
  files(id: string): Promise<StoredFile[] | null>;
  remove(id: string): Promise<void>;
  list(): Promise<Stored[]>;
};

/** The store did not answer, refused us, or returned other bytes than were stored. */
export class StoreFault extends Error {
  readonly kind: "away" | "refused" | "damaged";

  constructor(kind: StoreFault["kind"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

const unfinishedPrefix = ".unfinished-";

export function openFolder(folder: string): Store {
  return {
    put: (id, files) => put(folder, id, files),
    has: (id) => exists(join(folder, id)),
    get: (id, name) => readFile(join(folder, id, name)).catch(nullWhenMissing),
    files: (id) => (id.startsWith(unfinishedPrefix) ? Promise.resolve(null) : readFiles(join(folder, id))),
    remove: (id) => rm(join(folder, id), { recursive: true, force: true }),
    list: () => list(folder),
  };
}

// A whole folder is renamed into place.
async function put(folder: string, id: string, files: StoredFile[]): Promise<void> {
  const unfinished = join(folder, `${unfinishedPrefix}${randomUUID()}`);
  await mkdir(unfinished, { recursive: true });
  try {
    for (const { name, body } of files) await writeFile(join(unfinished, name), body, { flush: true });
    await rename(unfinished, join(folder, id)).catch(ignoreWhenThere);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function readFiles(folder: string): Promise<StoredFile[] | null> {
  try {
    const found = await readdir(folder, { withFileTypes: true });
    const names = found.filter((each) => each.isFile()).map(({ name }) => name);
    return await Promise.all(
      names.toSorted().map(async (name) => ({ name, body: await readFile(join(folder, name)) })),
    );
  } catch (error) {
    // The site may delete an unused picture in between.
    if (hasCode(error, "ENOTDIR")) return null;
    return nullWhenMissing(error);
  }
}

async function list(folder: string): Promise<Stored[]> {
  const ids = (await readdir(folder).catch(nullWhenMissing)) ?? [];
  const inTurn = pLimit(foldersAtOnce);
  const found = ids.map((id) =>
    inTurn(async () => {
      const about = await stat(join(folder, id)).catch(nullWhenMissing);
      const isComplete = !id.startsWith(unfinishedPrefix);
      if (about === null) return [];
      const sizes = about.isDirectory() ? await sizesIn(join(folder, id)) : new Map<string, number>();
      return [{ id, storedAt: about.mtime, isComplete, sizes }];
    }),
  );
  return (await Promise.all(found)).flat();
}

const foldersAtOnce = 16;

async function sizesIn(folder: string): Promise<Map<string, number>> {
  const names = (await readdir(folder).catch(nullWhenMissing)) ?? [];
  const found = names.map(async (name): Promise<[string, number][]> => {
    const about = await stat(join(folder, name)).catch(nullWhenMissing);
    return about?.isFile() ? [[name, about.size]] : [];
  });
  return new Map((await Promise.all(found)).flat());
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function nullWhenMissing(error: unknown): null {
  if (hasCode(error, "ENOENT")) return null;
  throw error;
}

// Another process stored the same picture in the meantime. Its files equal ours.
function ignoreWhenThere(error: unknown): void {
  if (!hasCode(error, "ENOTEMPTY") && !hasCode(error, "EEXIST")) throw error;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
