import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { backupManifest, type BackupManifest } from "#domain/system/backup.ts";
import { DamagedBackup, type Entry } from "./backup-file.ts";

type TablePart = { table: string; body: Buffer };
type DatabaseContents = Pick<BackupManifest, "migrations" | "tables" | "sequences">;

type Source = {
  madeAt: Date;
  /** Read completely before `contents` is called. */
  parts: AsyncIterable<TablePart>;
  contents(): DatabaseContents;
  dataDir: string;
  /** The text of the key file. */
  secretKey: string;
};

/** The folders of DATA_DIR that belong to the database's rows. */
const folders = ["pictures", "documents", "news"];
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
  for (const folder of folders) {
    for await (const entry of filesUnder(source.dataDir, folder)) {
      yield entry;
      files++;
    }
  }
  const manifest: BackupManifest = {
    format: 1,
    madeAt: source.madeAt.toISOString(),
    ...source.contents(),
    files,
  };
  yield { name: manifestFile, body: Buffer.from(JSON.stringify(manifest)) };
}

async function* filesUnder(dataDir: string, folder: string): AsyncGenerator<Entry> {
  if (!existsSync(join(dataDir, folder))) return;
  const found = await readdir(join(dataDir, folder), { withFileTypes: true });
  for (const each of found) {
    const name = `${folder}/${each.name}`;
    if (each.name.startsWith(".unfinished")) continue;
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

export type CheckedBackup = { manifest: BackupManifest; hasPicture(id: string): boolean };

/** Reads all of it and writes nothing. */
export async function checkBackup(entries: AsyncIterable<Entry>): Promise<CheckedBackup> {
  let manifest: BackupManifest | undefined;
  let files = 0;
  const pictures = new Set<string>();
  for await (const { name, body } of entries) {
    if (manifest !== undefined) throw new DamagedBackup("The file has entries after its end.");
    if (name === manifestFile) manifest = readManifest(body);
    else if (!tableEntry.test(name)) files += checkedPath(name) === "" ? 0 : 1;
    const [, picture] = /^pictures\/([\w-]+)\//.exec(name) ?? [];
    if (picture !== undefined) pictures.add(picture);
  }
  if (manifest === undefined) throw new DamagedBackup("The file has no end. It is not complete.");
  if (manifest.files !== files)
    throw new DamagedBackup(`The file has ${files} files and not ${manifest.files}. It is not complete.`);
  return { manifest, hasPicture: (id) => pictures.has(id) };
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

/** The file is on disk when this resolves. */
export async function restoreFile(dataDir: string, { name, body }: Entry): Promise<void> {
  const path = join(dataDir, checkedPath(name));
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, body, { mode: 0o600, flush: true });
}
