import { existsSync, rmSync } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { readConfig, type Config } from "#config";
import { nameOfFolder, startThrowaway } from "#database/embedded/start.ts";
import { FailedMigration, migrate, migrateTo } from "#database/migrate.ts";
import { openDatabase } from "#database/sql.server.ts";
import { readSnapshot } from "#database/system/read-tables.ts";
import { readLastBackup } from "#database/system/alarms.ts";
import { installationId, readClusterId } from "#database/installation.ts";
import { backupName, expiredBackups, foreignBackups, readBackupName } from "#domain/system/backup.ts";
import { backupMark } from "#storage/backup-mark.ts";
import { findRestoreProblems } from "#operations/system/find-restore-problems.ts";
import { loadTables } from "#operations/system/load-tables.ts";
import { recordBackup } from "#operations/system/record-backup.ts";
import { hasEnded, identityOfProcess } from "#processes/process-identity.ts";
import { backupEntries, checkBackup, tableParts } from "#storage/backup-contents.ts";
import { createBackupKey, readBackupFile, writeBackupFile } from "#storage/backup-file.ts";
import { openRecipient } from "#storage/backup-key.ts";
import { openStores } from "#storage/open-stores.ts";
import { keyText } from "#storage/secret-key.ts";
import { keepUnderFreeName, openBackupPlace, type BackupPlace } from "./backup-place.ts";
import { withAdvice } from "./explain-fault.ts";
import { findDatabase, giveUp } from "./find-database.ts";
import { readCommand } from "./read-command.ts";

const usage = `npm run backup -- <folder or s3://bucket>

Writes one encrypted file with the database, pictures, documents, unrecorded answers of providers and the key of
stored secrets. The site can run. Then restores the file in a separate database and runs the ledger check there. Only
then the file gets its name, and older backups are deleted: one a day stays for 7 days, one a week for 4 weeks, and
one a month for 12 months. Those before an upgrade stay longer. Only backups with the mark of this site are deleted.

The folder must exist: it is never created, because its disk may not be mounted. It can be set as BACKUP_TO.
The first backup prints a key. Without that key, it cannot be restored. A second node of one DATABASE_URL needs the
BACKUP_RECIPIENT of the first one. --new-key makes another key instead.
Exit code: 0 the backup is proven, 1 it is not.`;

const { values, positionals } = readCommand(
  usage,
  {
    scheduled: { type: "boolean" },
    "before-upgrade": { type: "boolean" },
    "new-key": { type: "boolean" },
  },
  { mostArguments: 1 },
);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
process.once("disconnect", () => process.exit(1));
process.channel?.unref();
if (existsSync(".env")) process.loadEnvFile(".env");
const read = readConfig(process.env);
if (!read.ok) giveUp(...read.problems);
const target = positionals[0] ?? read.config.backupTo;
if (target === undefined) giveUp(usage);
if (target === "") giveUp("The name of the folder is empty. A variable in the command may have no value.");
const kept = await openBackupPlace(target, read.config);
if ("problem" in kept) giveUp(kept.problem);
if (!existsSync(read.config.dataDir))
  giveUp(
    `${read.config.dataDir} does not exist. Set DATA_DIR as for the site, or run npm start to create one.`,
  );
await using place = await findDatabase();
// The site goes first.
setPriority(constants.priority.PRIORITY_LOW);
try {
  process.exitCode = await run(place.url, { kept, config: read.config });
} catch (error) {
  const reason = withAdvice(error) ?? (error instanceof Error ? error.message : String(error));
  const failed = error instanceof FailedMigration ? "rehearsal on the copy" : "backup";
  console.error(`The ${failed} failed: ${reason}`);
  process.exitCode = 1;
}

async function run(url: string, { kept, config }: Omit<Wanted, "mark" | "recipient">): Promise<number> {
  // Asked first: a key for a database that does not answer is worth nothing.
  const site = await readSite(url);
  const madeElsewhere = config.databaseUrl !== undefined && site.hasBackup;
  const key = await openRecipient(config, {
    mayCreate: values.scheduled !== true,
    madeElsewhere,
    wantsNew: values["new-key"] === true,
  });
  if ("problem" in key) {
    console.error(key.problem);
    return 1;
  }
  // Printed first: an error later must not lose it.
  if (key.created !== undefined) console.log(newKey(key.created));
  const { recipient } = key;
  const folder = config.databaseUrl === undefined ? await nameOfFolder(config.dataDir) : null;
  const mark = backupMark({ ...site, folder, recipient });
  return backUp(url, { kept, config, mark, recipient });
}

type Wanted = { kept: BackupPlace; config: Config; mark: string; recipient: string };

async function backUp(url: string, { kept, config, mark, recipient }: Wanted): Promise<number> {
  const { folder } = kept;
  await removeLeft(folder, mark);
  const madeAt = new Date();
  const label = { madeAt, mark, isBeforeUpgrade: values["before-upgrade"] === true };
  const name = backupName(label);
  const unproven = join(folder, unfinishedName(name));

  const removeUnfinished = () => rmSync(unproven, { force: true });
  process.once("exit", removeUnfinished);
  console.log("Reading the database and the files …");
  // Known to this process only. It proves the file as it lies on disk, although the key's secret is not here.
  const proof = await createBackupKey();
  await write(url, { path: unproven, recipients: [recipient, proof.recipient], madeAt, config });

  console.log("Restoring it in a separate database …");
  const problems = await prove(url, { path: unproven, secret: proof.secret });
  process.off("exit", removeUnfinished);
  if (problems.length > 0) {
    const refused = join(folder, `${name}.unproven`);
    await rename(unproven, refused);
    console.error([`${refused} is not a good backup:`, ...problems].join("\n  "));
    return 1;
  }
  const { size } = await stat(unproven);
  const proven = await keepUnderFreeName(kept, label, unproven);
  await record(url, { file: proven.name, bytes: size });
  const names = await kept.names();
  const expired = expiredBackups(names, mark, proven.madeAt);
  for (const old of expired) await kept.remove(old);
  console.log(`${proven.address} (${megabytes(size)} MB) is proven: it was restored and checked.`);
  if (expired.length > 0) console.log(`Older backups were deleted: ${expired.length}.`);
  const foreign = foreignBackups(names, mark).length;
  if (foreign > 0)
    console.log(
      `Backups without the mark ${mark}: ${foreign}. Another site, folder, key or version made them, so they stay.`,
    );
  return 0;
}

async function readSite(url: string) {
  const database = openDatabase(url, { poolSize: 1 });
  try {
    const installation = await installationId(database.readWrite);
    const hasBackup = ((await readLastBackup(database.readWrite))?.file ?? null) !== null;
    return { installation, cluster: await readClusterId(database.readWrite), hasBackup };
  } finally {
    await database.close();
  }
}

type Writing = { path: string; recipients: string[]; madeAt: Date; config: Config };

async function write(url: string, { path, recipients, madeAt, config }: Writing): Promise<void> {
  const secretKey = keyText(config);
  const snapshot = await readSnapshot(url);
  try {
    const { parts, contents } = snapshot;
    const { dataDir } = config;
    const stores = openStores(config);
    const entries = backupEntries({ madeAt, parts: parts(), contents, dataDir, stores, secretKey });
    await writeBackupFile(path, recipients, entries);
  } finally {
    await snapshot.close();
  }
}

async function prove(url: string, { path, secret }: { path: string; secret: string }): Promise<string[]> {
  const { manifest, stored } = await checkBackup(readBackupFile(path, secret));
  const scratch = await startThrowaway();
  try {
    await migrateTo(scratch.url, manifest.migrations);
    const parts = tableParts(readBackupFile(path, secret), async () => undefined);
    await loadTables(scratch.url, manifest, parts);
    await migrate(scratch.url, () => undefined);
    const restored = openDatabase(scratch.url, { poolSize: 1 });
    const site = openDatabase(url, { poolSize: 1 });
    const problems = findRestoreProblems(restored.readWrite, { stored, site: site.readWrite });
    return await problems.finally(() => Promise.all([restored.close(), site.close()]));
  } finally {
    await scratch.stop();
  }
}

async function record(url: string, made: { file: string; bytes: number }): Promise<void> {
  const database = openDatabase(url, { poolSize: 1 });
  await recordBackup(database.readWrite, made).finally(() => database.close());
}

/** Names its process, so that two backups in one second have two files, and the next one knows which were killed. */
function unfinishedName(name: string): string {
  const maker = identityOfProcess(process.pid);
  const { host, pid, startedAt } = maker ?? { host: "unknown", pid: process.pid, startedAt: 0 };
  return `${name}.${host}-${pid}-${startedAt}.unfinished`;
}

/** A killed backup leaves its file. One that was refused stays for a day, to look at, and so does one of another host. */
async function removeLeft(folder: string, mark: string): Promise<void> {
  const left = /^(.+\.age)\.(?:(\w+)-(\d+)-(\d+)\.unfinished|unproven)$/;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const [, name = "", host = "", pid, startedAt = ""] = left.exec(entry.name) ?? [];
    const label = readBackupName(name);
    if (label?.mark !== mark || !entry.isFile()) continue;
    const isOld = Date.now() - label.madeAt.getTime() > 86_400_000;
    if (isOld || (pid !== undefined && hasEnded({ host, pid: Number(pid), startedAt })))
      await rm(join(folder, entry.name), { force: true });
  }
}

function newKey(secret: string): string {
  return `The key of your backups (shown only once):

  ${secret}

Keep it away from this machine and from the backups, for example on paper in a safe. Without it, no backup can be
restored. npm run restore asks for it.
`;
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
