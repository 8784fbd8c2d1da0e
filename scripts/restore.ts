import { randomUUID } from "node:crypto";
import { accessSync, constants, existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { readConfig, type Config } from "#config";
import { claimFolder, startEmbedded } from "#database/embedded/start.ts";
import { checkExternal } from "#database/external.ts";
import { findNewerMigration, migrate, migrateTo, UnusableDatabase } from "#database/migrate.ts";
import { openDatabase } from "#database/sql.server.ts";
import { claimDatabase, releaseDatabase } from "#operations/system/claim-database.ts";
import { findRestoreProblems } from "#operations/system/find-restore-problems.ts";
import { loadTables } from "#operations/system/load-tables.ts";
import { checkBackup, restoreFiles, tableParts } from "#storage/backup-contents.ts";
import { DamagedBackup, readBackupFile } from "#storage/backup-file.ts";
import { openStores } from "#storage/open-stores.ts";
import { keepOwner, makePrivateFolder, openPrivately, unfinishedRestore } from "#storage/private-folder.ts";
import { openBucket } from "#storage/s3/bucket.ts";
import { openLargeFiles } from "#storage/s3/large-files.ts";
import { StoreFault } from "#storage/store.ts";
import { bucketOf, noService } from "./backup-place.ts";
import { giveUp } from "./find-database.ts";
import { readCommand } from "./read-command.ts";

const usage = `npm run restore -- <file or s3://bucket/file> [--key-file <file>] [--reuse-bucket]

Restores a backup into an empty installation: a new DATA_DIR, and a new DATABASE_URL and S3_BUCKET if they are set. The
whole file is checked before anything is written. At the end, the ledger check runs. Then npm start starts the restored
site. --reuse-bucket restores into the bucket that the lost site used.

The key of the backups is read from --key-file, from BACKUP_KEY, or from the terminal.
Exit code: 0 the restored site is complete and correct, 1 it is not.`;

/** Nothing was changed. */
class RefusedRestore extends Error {}

const unusableFolder: Record<string, string> = {
  ENOENT: "is a link to a missing folder. Make that folder, or correct DATA_DIR.",
  EEXIST: "is no folder. Set DATA_DIR to a new folder.",
  ENOTDIR: "is no folder. Set DATA_DIR to a new folder.",
  EACCES: "cannot be used by this account. Restore as the site's account, or set DATA_DIR to a new folder.",
  EPERM: "cannot be used by this account. Restore as the site's account, or set DATA_DIR to a new folder.",
  EROFS: "is on a disk that cannot be written. Mount it for writing, or set DATA_DIR to a new folder.",
};

const { values, positionals } = readCommand(
  usage,
  {
    "key-file": { type: "string" },
    "reuse-bucket": { type: "boolean" },
  },
  { mostArguments: 1 },
);
const [given] = positionals;
if (given === undefined) giveUp(usage);
if (existsSync(".env")) process.loadEnvFile(".env");
const read = readConfig(process.env);
if (!read.ok) giveUp(...read.problems);
try {
  const secret = await readKey(values["key-file"]);
  await using file = await findFile(given, read.config);
  process.exitCode = await restore(file.path, secret, read.config);
} catch (error) {
  const isExpected = [DamagedBackup, UnusableDatabase, RefusedRestore, StoreFault].some(
    (kind) => error instanceof kind,
  );
  console.error(isExpected && error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function restore(path: string, secret: string, config: Config): Promise<number> {
  const { dataDir } = config;
  console.log("Checking the whole file …");
  const { manifest, stored } = await checkBackup(readBackupFile(path, secret));
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`A backup of ${manifest.madeAt}: ${rows} rows and ${manifest.files} files.`);

  const newer = await findNewerMigration(manifest.migrations);
  if (newer !== null)
    throw new RefusedRestore(
      `The backup is newer than this program: it has the migration ${newer}. Use the version that made it, or a later one. Nothing was changed.`,
    );
  await requireDatabase(config);
  if (!existsSync(join(dataDir, unfinishedRestore))) await requireEmptyBucket(config);
  const made = makeTarget(dataDir);
  // The lock ends with this process.
  if ((await claimFolder(dataDir)) === undefined)
    throw new RefusedRestore(`Another restore into ${dataDir} is running. Nothing was changed.`);
  const unfinished = await clearUnfinished(dataDir);
  if (unfinished === null && (await readdir(dataDir)).length > 0)
    throw new RefusedRestore(`${dataDir} is not empty. Move it away, or set DATA_DIR to a new folder.`);
  openPrivately(dataDir);
  keepOwner(dataDir);
  const marker = join(dataDir, unfinishedRestore);
  const name = unfinished ?? randomUUID();
  if (unfinished === null) await writeFile(marker, `${name}\n`, { mode: 0o600, flush: true });

  await using place = await openTarget(config);
  if (!(await claimDatabase(place.url, name))) {
    if (unfinished === null) await removeTarget(dataDir, made);
    throw new RefusedRestore(
      "The database has tables. Set DATABASE_URL to a new one, or DATA_DIR to a folder with a new name.",
    );
  }
  console.log("Restoring the database and the files …");
  await migrateTo(place.url, manifest.migrations);
  const files = restoreFiles({ dataDir, stores: openStores(config) });
  await loadTables(place.url, manifest, tableParts(readBackupFile(path, secret), files.keep));
  await files.finish();
  await migrate(place.url, console.log);

  console.log("Checking the ledger …");
  const database = openDatabase(place.url, { poolSize: 1 });
  const problems = await findRestoreProblems(database.readWrite, { stored }).finally(() => database.close());
  if (problems.length > 0) {
    console.error(["The restored site is not correct:", ...problems].join("\n  "));
    return 1;
  }
  await releaseDatabase(place.url);
  await rm(marker);
  console.log(`The backup is restored and the ledger check passed. Start the site: npm start
Donations paid after ${manifest.madeAt} are missing. Import AzamPay's statement and press Compare now for Selcom.`);
  return 0;
}

async function requireDatabase({ databaseOwnerUrl, databaseUrl }: Config): Promise<void> {
  const url = databaseOwnerUrl ?? databaseUrl;
  if (url === undefined) return;
  const variable = databaseOwnerUrl ? "DATABASE_OWNER_URL" : "DATABASE_URL";
  const trouble = await checkExternal({ url, variable }, console.log);
  if (trouble) throw new UnusableDatabase(trouble.problem);
}

/** Returns the first folder that was made, if any. The others are in it. */
function makeTarget(dataDir: string): string | undefined {
  try {
    const made = makePrivateFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return made;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const reason = unusableFolder[code];
    if (reason === undefined) throw error;
    throw new RefusedRestore(`${dataDir} ${reason}`);
  }
}

/** Leaves the disk as it was before a refusal. */
async function removeTarget(dataDir: string, made: string | undefined): Promise<void> {
  await rm(join(dataDir, unfinishedRestore));
  if (made === undefined) return;
  const outside = dirname(made);
  for (let folder = resolve(dataDir); folder !== outside; folder = dirname(folder)) await rmdir(folder);
}

/** A site on a copy of the database would delete documents that the first site stored later. */
async function requireEmptyBucket({ s3 }: Config): Promise<void> {
  if (s3 === undefined || values["reuse-bucket"]) return;
  if ((await openBucket(s3).list("")).length === 0) return;
  throw new RefusedRestore(
    `The bucket ${s3.bucket} has files. Set S3_BUCKET to a new bucket. If the site that used it will never run again, add --reuse-bucket.`,
  );
}

/**
 * Deletes what a killed restore left, and returns its name. The marker stays, so that this can be killed as well. Only
 * the database that the restore of this name began to fill is replaced.
 */
async function clearUnfinished(dataDir: string): Promise<string | null> {
  const marker = join(dataDir, unfinishedRestore);
  if (!existsSync(marker)) return null;
  console.log(`Deleting the unfinished restore in ${dataDir} …`);
  for (const name of await readdir(dataDir))
    if (name !== unfinishedRestore) await rm(join(dataDir, name), { recursive: true });
  return (await readFile(marker, "utf8")).trim();
}

async function openTarget(config: Config): Promise<{ url: string } & AsyncDisposable> {
  const external = config.databaseOwnerUrl ?? config.databaseUrl;
  if (external !== undefined) return { url: external, [Symbol.asyncDispose]: async () => undefined };
  const embedded = await startEmbedded({ dataDir: config.dataDir, say: console.log });
  if ("problem" in embedded) throw new UnusableDatabase(embedded.problem);
  return { url: embedded.url, [Symbol.asyncDispose]: embedded.stop };
}

/** A file in a bucket is fetched first, because it is read several times. */
async function findFile(address: string, { s3Service }: Config): Promise<{ path: string } & AsyncDisposable> {
  const bucket = bucketOf(address);
  if (bucket === null) return { path: resolve(address), [Symbol.asyncDispose]: async () => undefined };
  if (s3Service === undefined) giveUp(noService);
  const folder = await mkdtemp(join(tmpdir(), "amana-restore-"));
  const remove = () => rm(folder, { recursive: true });
  const path = join(folder, "backup");
  const key = address.slice(`s3://${bucket}/`.length);
  console.log("Fetching the file …");
  await openLargeFiles({ ...s3Service, bucket })
    .fetch(key, path)
    .catch((error: unknown) => remove().then(() => Promise.reject(error)));
  return { path, [Symbol.asyncDispose]: remove };
}

async function readKey(file: string | undefined): Promise<string> {
  if (file !== undefined)
    return readFile(file, "utf8").then(keyIn, (error: Error) =>
      giveUp(`The key cannot be read: ${error.message}`),
    );
  const fromEnvironment = process.env["BACKUP_KEY"];
  if (fromEnvironment) return keyIn(fromEnvironment);
  if (!process.stdin.isTTY) giveUp("Set BACKUP_KEY or --key-file to the key of the backups.");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("Key of the backups (AGE-SECRET-KEY-…): ");
  terminal.close();
  return keyIn(answer);
}

/** A file of age-keygen has comments, and a key typed from paper can be in lower case. */
function keyIn(text: string): string {
  const [key = ""] = /AGE-SECRET-KEY-1\w*/i.exec(text) ?? [];
  return key.toUpperCase();
}
