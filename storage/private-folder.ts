import { chmodSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
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
  const made = mkdirSync(dataDir, { recursive: true });
  if (made !== undefined) chmodSync(dataDir, folderMode());
  const names = readdirSync(dataDir).filter((name) => ownedByUs.test(name));
  return [...tighten(dataDir, folderMode()), ...names.flatMap((name) => tightenAll(join(dataDir, name)))];
}

/** As root, PostgreSQL runs under another account, which must pass through DATA_DIR to its own folder. */
const folderMode = () => (process.getuid?.() === 0 ? 0o711 : 0o700);

/** Our files that other accounts can read, with the most that they may have. Changes nothing. */
export function findOpenFiles(dataDir: string): { path: string; most: string }[] {
  const isOpen = (path: string, allowed: number) => {
    const about = lstatSync(path, { throwIfNoEntry: false });
    return about !== undefined && !about.isSymbolicLink() && (about.mode & 0o777 & ~allowed) !== 0;
  };
  const paths = readdirSync(dataDir)
    .filter((name) => ownedByUs.test(name))
    .map((name) => join(dataDir, name));
  return [
    ...(isOpen(dataDir, folderMode()) ? [{ path: dataDir, most: folderMode().toString(8) }] : []),
    ...paths.filter((path) => isOpen(path, 0o700)).map((path) => ({ path, most: "go=" })),
  ];
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
