import { copyFileSync, readdirSync, rmSync, statSync, truncateSync, utimesSync } from "node:fs";
import { join } from "node:path";

const day = 86_400_000;
const largest = 10_000_000;
/** A file begins at most a day before its last line, so that no line becomes older than 30 days. */
const daysKept = 29;
/** A flood of errors must not fill the disk. */
const mostCopies = 30;

/**
 * Starts each log file again once a day, or when it is large, and deletes files older than 30 days. PostgreSQL and we
 * keep our log files open, so a file is copied and emptied, not renamed.
 */
export function rotateLogs(folder: string, now: Date): void {
  // Copies need space, so old copies are deleted before and after.
  deleteOldCopies(folder, now);
  for (const name of readdirSync(folder)) if (name.endsWith(".log")) rotate(folder, name, now);
  deleteOldCopies(folder, now);
}

function deleteOldCopies(folder: string, now: Date): void {
  for (const { path, writtenAt, newer } of copiesIn(folder))
    if (now.getTime() - writtenAt > daysKept * day || newer >= mostCopies) rmSync(path);
}

function copiesIn(folder: string) {
  const copies = readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const of = /^(.*\.log)\./.exec(name)?.[1];
    return of === undefined ? [] : [{ of, path, writtenAt: statSync(path).mtimeMs }];
  });
  return copies.map((copy) => ({
    ...copy,
    newer: copies.filter((other) => other.of === copy.of && other.writtenAt > copy.writtenAt).length,
  }));
}

function rotate(folder: string, name: string, now: Date): void {
  const path = join(folder, name);
  const { size, mtime, birthtimeMs } = statSync(path);
  if (size === 0) return;
  const copies = readdirSync(folder).filter((each) => each.startsWith(`${name}.`));
  const lastCopied = Math.max(birthtimeMs, ...copies.map((each) => statSync(join(folder, each)).ctimeMs));
  if (size < largest && now.getTime() - lastCopied < day) return;
  const copy = join(folder, `${name}.${now.toISOString().replaceAll(":", "-")}`);
  try {
    copyFileSync(path, copy);
  } catch (error) {
    rmSync(copy, { force: true });
    throw error;
  }
  truncateSync(path);
  // Its age is that of its last line.
  utimesSync(copy, mtime, mtime);
}
