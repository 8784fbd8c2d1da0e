import {
  chmodSync,
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
} from "node:fs";
import { join } from "node:path";

/** A restore began and did not end. The site must not start on what it left. */
export const unfinishedRestore = "unfinished-restore";

/** A backup is here until it is proven and in its bucket. */
export const unsentBackups = "unsent-backups";

/** Our own files in DATA_DIR. PostgreSQL protects its own folder, and other files there are not ours. */
const ownedByUs =
  /^(?:logs|news|pictures|share|documents|secret\.key|backup-recipient|unsent-backups|unfinished-restore|sandbox\.secret|sandbox-\d+\.sqlite(?:-\w+)?|postgres\.json)$/;

/**
 * Only the site's account can read DATA_DIR. New files of this process and its children get 0600 and 0700, and older
 * ones are changed to that. Returns the files of other accounts, which cannot be changed.
 */
export function openPrivately(dataDir: string): string[] {
  process.umask(0o077);
  makePrivateFolder(dataDir);
  return [...tighten(dataDir, folderMode()), ...ownFiles(dataDir).flatMap(tightenAll)];
}

/** Leaves an existing folder as it is. Returns the first folder that was missing, if any. */
export function makePrivateFolder(dataDir: string): string | undefined {
  const made = mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (made !== undefined) chmodSync(dataDir, folderMode());
  return made;
}

const ownFiles = (dataDir: string) =>
  readdirSync(dataDir)
    .filter((name) => ownedByUs.test(name))
    .map((name) => join(dataDir, name));

/** As root, PostgreSQL runs under another account, which must pass through DATA_DIR to its own folder. */
const folderMode = () => (process.getuid?.() === 0 ? 0o711 : 0o700);

/** Our files that other accounts can read, with the most that they may have. Changes nothing. */
export function findOpenFiles(dataDir: string): { path: string; most: string }[] {
  const isOpen = (path: string, allowed: number) => {
    const about = lstatSync(path, { throwIfNoEntry: false });
    return about !== undefined && !about.isSymbolicLink() && (about.mode & 0o777 & ~allowed) !== 0;
  };
  return [
    ...(isOpen(dataDir, folderMode()) ? [{ path: dataDir, most: folderMode().toString(8) }] : []),
    ...ownFiles(dataDir)
      .filter((path) => isOpen(path, 0o700))
      .map((path) => ({ path, most: "go=" })),
  ];
}

/**
 * As root: our files get the owner of DATA_DIR, now and when this process ends. Otherwise the site's account could not read
 * what a command of root made there.
 */
export function keepOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  giveToOwner(dataDir);
  process.once("exit", () => giveToOwner(dataDir));
}

function giveToOwner(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false });
  if (owner === undefined || owner.uid === 0) return;
  for (const path of ownFiles(dataDir).flatMap((each) => foreignFiles(each, owner.uid)))
    giveRootsOwn(path, realpathSync(dataDir), owner);
}

/**
 * The site's account can put a link there while root gives files away. So only an opened file of root is given, which
 * has no second name, and is in DATA_DIR.
 */
function giveRootsOwn(path: string, dataDir: string, { uid, gid }: { uid: number; gid: number }): void {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const opened = unlessMissing(() => openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
  if (opened === undefined) return;
  try {
    const about = fstatSync(opened);
    const isSingle = about.isDirectory() || (about.isFile() && about.nlink === 1);
    const isInside =
      process.platform !== "linux" || readlinkSync(`/proc/self/fd/${opened}`).startsWith(`${dataDir}/`);
    if (about.uid === 0 && isSingle && isInside) fchownSync(opened, uid, gid);
  } finally {
    closeSync(opened);
  }
}

/** Our files in DATA_DIR, or the folders of them, that the site's account cannot read. Changes nothing. */
export function findUnreadableFiles(dataDir: string): string[] {
  const { uid } = statSync(dataDir);
  return ownFiles(dataDir).filter((path) => foreignFiles(path, uid).length > 0);
}

/** Files that a killed command of root left in the folder of this account. */
export function findLeftOfRoot(dataDir: string): string[] {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  return owner !== 0 && owner === process.getuid?.() ? findUnreadableFiles(dataDir) : [];
}

/** Of other accounts. Folders come before their files. */
function foreignFiles(path: string, uid: number): string[] {
  const about = lstatSync(path, { throwIfNoEntry: false });
  if (about === undefined || about.isSymbolicLink()) return [];
  const own = about.uid === uid ? [] : [path];
  // A folder of another account cannot be read.
  if (!about.isDirectory() || (own.length > 0 && process.getuid?.() !== 0)) return own;
  const names = unlessMissing(() => readdirSync(path)) ?? [];
  return [...own, ...names.flatMap((name) => foreignFiles(join(path, name), uid))];
}

/** The running site rotates logs and deletes files. */
function unlessMissing<Read>(read: () => Read): Read | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function tightenAll(path: string): string[] {
  const about = lstatSync(path, { throwIfNoEntry: false });
  // A link can lead to files that are not ours.
  if (about === undefined || about.isSymbolicLink()) return [];
  const left = tighten(path, 0o700);
  if (!about.isDirectory() || left.length > 0) return left;
  return readdirSync(path).flatMap((name) => tightenAll(join(path, name)));
}

function tighten(path: string, most: number): string[] {
  const mode = lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o777 & ~most) === 0) return [];
  try {
    chmodSync(path, mode & most);
    return [];
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "EPERM" || error.code === "EROFS"))
      return [path];
    // The logs of a running site are rotated.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
