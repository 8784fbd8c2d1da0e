import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { isAbsolute, join, relative, resolve } from "node:path";
import type { Config } from "#config";
import { backupName, type BackupLabel } from "#domain/system/backup.ts";
import { openBucket, type Bucket } from "#storage/s3/bucket.ts";
import { openLargeFiles } from "#storage/s3/large-files.ts";
import { unsentBackups } from "#storage/private-folder.ts";
import { StoreFault } from "#storage/store.ts";

/** The place of proven backups. */
export type BackupPlace = {
  /** A backup is written and proven here. */
  folder: string;
  /** Moves the proven file to its place. Returns its address, or null if another backup has this name. */
  keep(name: string, path: string): Promise<string | null>;
  names(): Promise<string[]>;
  remove(name: string): Promise<void>;
};

/** Two backups of one second get two names: the second one that of the next second. */
export async function keepUnderFreeName(
  place: Pick<BackupPlace, "keep">,
  label: BackupLabel,
  path: string,
): Promise<{ name: string; madeAt: Date; address: string }> {
  const name = backupName(label);
  const address = await place.keep(name, path);
  if (address !== null) return { name, madeAt: label.madeAt, address };
  const madeAt = new Date(label.madeAt.getTime() + 1_000);
  return keepUnderFreeName(place, { ...label, madeAt }, path);
}

export async function openBackupPlace(
  target: string,
  config: Config,
): Promise<BackupPlace | { problem: string }> {
  const bucket = bucketOf(target);
  if (bucket === null && isNamelessBucket(target)) return { problem: namelessBucket };
  return bucket === null ? folderPlace(resolve(target), config.dataDir) : bucketPlace(bucket, config);
}

type Fault = { state: "problem" | "warning"; text: string };

/**
 * A reason why backups in this folder could be lost with the site, or not be made. A missing folder is never created: its
 * disk may not be mounted, and a new folder would then fill the disk of the site.
 */
export async function findFault(target: string, dataDir: string): Promise<Fault | null> {
  if (isNamelessBucket(target)) return { state: "problem", text: namelessBucket };
  const folder = resolve(target);
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error.code ?? "ENOENT");
  const data = await stat(dataDir).catch(() => null);
  const problem = (text: string): Fault => ({ state: "problem", text });
  if (isInside(folder, resolve(dataDir)))
    return problem(`${folder} is in DATA_DIR and would be lost with it. Choose a folder on another disk.`);
  if (found === "EACCES")
    return problem(
      `${folder} cannot be reached by this account. Give it the right to enter the folders above, or choose another folder.`,
    );
  if (typeof found === "string")
    return problem(`${folder} does not exist. Mount its disk, or make the folder on another disk.`);
  if (!found.isDirectory()) return problem(`${folder} is no folder.`);
  if (found.dev !== data?.dev) return null;
  const text = `${folder} is on the disk of DATA_DIR and would be lost with it. Choose a folder on another disk.`;
  return { state: "warning", text };
}

function isInside(folder: string, outer: string): boolean {
  const way = relative(outer, folder);
  return way === "" || !(way.startsWith("..") || isAbsolute(way));
}

/** Null for a folder. */
export function bucketOf(target: string): string | null {
  const [, bucket = null] = /^s3:\/\/([^/]+)/i.exec(target) ?? [];
  return bucket;
}

const isNamelessBucket = (target: string) => /^s3:/i.test(target) && bucketOf(target) === null;

const namelessBucket = "The address has no name of a bucket. Write s3://bucket.";

export const noService =
  "Set S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY for backups in a bucket.";

async function folderPlace(folder: string, dataDir: string): Promise<BackupPlace | { problem: string }> {
  const fault = await findFault(folder, dataDir);
  if (fault?.state === "problem") return { problem: fault.text };
  return {
    folder,
    async keep(name, path) {
      if (!(await reserve(join(folder, name)))) return null;
      await rename(path, join(folder, name)).catch(async (error: unknown) => {
        await rm(join(folder, name), { force: true });
        throw error;
      });
      const handle = await open(folder, "r");
      await handle.sync().finally(() => handle.close());
      return join(folder, name);
    },
    async names() {
      const entries = await readdir(folder, { withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    // Another backup of this site can delete the same one.
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

/** An empty file, because a rename would replace the backup of another process. */
async function reserve(path: string): Promise<boolean> {
  try {
    await writeFile(path, "", { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

async function bucketPlace(
  name: string,
  { s3Service, s3, dataDir }: Config,
): Promise<BackupPlace | { problem: string }> {
  if (s3Service === undefined) return { problem: noService };
  if (s3?.bucket === name)
    return { problem: "Backups need a separate bucket, not the one of pictures and documents." };
  const settings = { ...s3Service, bucket: name };
  const bucket = openBucket(settings);
  const fault = await tryToWrite(bucket);
  if (fault !== null) return { problem: `No backup can be written to s3://${name}: ${fault}.` };
  const folder = join(dataDir, unsentBackups);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    folder,
    async keep(file, path) {
      if ((await bucket.list(file)).length > 0) return null;
      await openLargeFiles(settings).send(file, path);
      await rm(path);
      return `s3://${name}/${file}`;
    },
    names: async () => (await bucket.list("")).map(({ key }) => key),
    remove: bucket.remove,
  };
}

/** The proof of a large backup takes long, so a bucket that refuses files must say so first. */
async function tryToWrite(bucket: Bucket): Promise<string | null> {
  const key = `write-test-${randomUUID()}`;
  try {
    await bucket.put(key, Buffer.from("Amana writes and deletes this file before each backup.\n"));
    await bucket.remove(key);
    return null;
  } catch (error) {
    if (error instanceof StoreFault) return error.message;
    throw error;
  }
}
