import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { backupManifest, type BackupManifest } from "#domain/system/backup.ts";
import type { StoredSizes } from "#domain/system/stored-files.ts";
import { DamagedBackup, type Entry } from "./backup-file.ts";
import type { Stores } from "./open-stores.ts";
import { isCut } from "./pictures/cut-pictures.ts";
import type { Store, StoredFile } from "./store.ts";

type TablePart = { table: string; body: Buffer };
type DatabaseContents = Pick<BackupManifest, "migrations" | "tables" | "sequences">;

type Source = {
  madeAt: Date;
  /** Read completely before `contents` is called. */
  parts: AsyncIterable<TablePart>;
  contents(): DatabaseContents;
  dataDir: string;
  stores: Stores;
  /** The text of the key file. */
  secretKey: string;
};

/** Folders of the file that belong to the database's rows. `news` is always in DATA_DIR. */
const storeNames = ["pictures", "documents"] as const;
type StoreName = (typeof storeNames)[number];
const news = "news";
const folders: readonly string[] = [...storeNames, news];
const keyFile = "secret.key";
const manifestFile = "manifest.json";
const tableEntry = /^database\/([a-z_]+)\/\d+\.copy$/;

/** The files come after the database, so that every file of its rows is there. */
export async function* backupEntries(source: Source): AsyncGenerator<Entry> {
  let number = 0;
  for await (const { table, body } of source.parts)
    yield { name: `database/${table}/${++number}.copy`, body };
  let files = 1;
  yield { name: keyFile, body: Buffer.from(source.secretKey) };
  for await (const entry of filesOf(source)) {
    yield entry;
    files++;
  }
  const manifest: BackupManifest = {
    format: 1,
    madeAt: source.madeAt.toISOString(),
    ...source.contents(),
    files,
  };
  yield { name: manifestFile, body: Buffer.from(JSON.stringify(manifest)) };
}

async function* filesOf({ stores, dataDir }: Pick<Source, "stores" | "dataDir">): AsyncGenerator<Entry> {
  for (const folder of storeNames) {
    const store = stores[folder];
    for (const { id } of await store.list())
      for (const { name, body } of (await store.files(id)) ?? [])
        yield { name: `${folder}/${id}/${name}`, body };
  }
  yield* filesUnder(dataDir, news);
}

async function* filesUnder(dataDir: string, folder: string): AsyncGenerator<Entry> {
  if (!existsSync(join(dataDir, folder))) return;
  const found = await readdir(join(dataDir, folder), { withFileTypes: true });
  for (const each of found) {
    const name = `${folder}/${each.name}`;
    if (each.isDirectory()) yield* filesUnder(dataDir, name);
    // The site may delete an unused file in between.
    const body = each.isFile() ? await readFile(join(dataDir, name)).catch(nullIfMissing) : null;
    if (body !== null) yield { name, body };
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

export type CheckedBackup = { manifest: BackupManifest; stored: Record<StoreName, StoredSizes[]> };

/** Reads all of it and writes nothing. */
export async function checkBackup(entries: AsyncIterable<Entry>): Promise<CheckedBackup> {
  let manifest: BackupManifest | undefined;
  let files = 0;
  const stored = { pictures: openSizes(), documents: openSizes() };
  for await (const { name, body } of entries) {
    if (manifest !== undefined) throw new DamagedBackup("The file has entries after its end.");
    if (name === manifestFile) manifest = readManifest(body);
    else if (!tableEntry.test(name)) files += checkedPath(name) === "" ? 0 : 1;
    const [folder, id, file, rest] = name.split("/");
    const storeName = storeNames.find((each) => each === folder);
    if (storeName !== undefined && id !== undefined && file !== undefined && rest === undefined)
      stored[storeName].add(id, file, isCut(file, body) ? 0 : body.length);
  }
  if (manifest === undefined) throw new DamagedBackup("The file has no end. It is not complete.");
  if (manifest.files !== files)
    throw new DamagedBackup(`The file has ${files} files and not ${manifest.files}. It is not complete.`);
  return { manifest, stored: { pictures: stored.pictures.all(), documents: stored.documents.all() } };
}

function openSizes() {
  const found = new Map<string, Map<string, number>>();
  return {
    add: (id: string, file: string, bytes: number) =>
      found.set(id, (found.get(id) ?? new Map<string, number>()).set(file, bytes)),
    all: () => [...found].map(([id, sizes]) => ({ id, isComplete: true, sizes })),
  };
}

function readManifest(body: Buffer): BackupManifest {
  try {
    return backupManifest.parse(JSON.parse(body.toString()));
  } catch (error) {
    throw new DamagedBackup("This version of Amana cannot read the backup. Use the version that made it.", {
      cause: error,
    });
  }
}

function checkedPath(name: string): string {
  const isKnown = name === keyFile || folders.some((folder) => name.startsWith(`${folder}/`));
  if (!isKnown || name.split("/").some((part) => part === "" || part === "." || part === ".."))
    throw new DamagedBackup(`The file has an entry that is no part of a backup: ${JSON.stringify(name)}.`);
  return name;
}

/** The rows of the database. Every other entry is passed to `keepFile`. */
export async function* tableParts(
  entries: AsyncIterable<Entry>,
  keepFile: (entry: Entry) => Promise<void>,
): AsyncGenerator<TablePart> {
  for await (const entry of entries) {
    const [, table] = tableEntry.exec(entry.name) ?? [];
    if (table !== undefined) yield { table, body: entry.body };
    else if (entry.name !== manifestFile) await keepFile(entry);
  }
}

/** Collects the files of a picture or document, which follow each other, because a store takes them together. */
export function restoreFiles({ dataDir, stores }: Pick<Source, "dataDir" | "stores">) {
  let group: { store: Store; id: string; files: StoredFile[] } | null = null;

  async function finish(): Promise<void> {
    if (group !== null) await group.store.put(group.id, group.files);
    group = null;
  }

  /** A file outside the stores is on disk when this resolves. */
  async function keep({ name, body }: Entry): Promise<void> {
    const [folder, id, file, rest] = checkedPath(name).split("/");
    const storeName = storeNames.find((each) => each === folder);
    if (storeName !== undefined && id !== undefined && file !== undefined && rest === undefined) {
      const store = stores[storeName];
      if (group?.store !== store || group.id !== id) {
        await finish();
        group = { store, id, files: [] };
      }
      group.files.push({ name: file, body });
      return;
    }
    const path = join(dataDir, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, body, { mode: 0o600, flush: true });
  }

  return { keep, finish };
}
