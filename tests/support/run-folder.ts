import { chmod, mkdtemp, readdir, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const inMemory = "/dev/shm";
/** A whole test run takes about 2 GB. A memory folder of a container often has 64 MB. */
const roomNeeded = 6e9;
/** Short, because the system limits the path of a database's socket. */
const prefix = "amana-run-";

/**
 * A folder for all temporary files of one run. Some hundred databases and sites are made and deleted in it. On a disk,
 * the file system is a part of their cost.
 */
export async function makeRunFolder(): Promise<string> {
  const base = await memoryFolder();
  await removeLeftFolders(base);
  const folder = await mkdtemp(join(base, `${prefix}${process.pid}-`));
  // As root, PostgreSQL runs under another account, and its folder is in this one.
  await chmod(folder, 0o755);
  return folder;
}

/** The folder of the run in this process, if it has one. */
export async function findRunFolder(pid: number): Promise<string | undefined> {
  const base = await memoryFolder();
  const found = (await readdir(base)).find((name) => name.startsWith(`${prefix}${pid}-`));
  return found && join(base, found);
}

/** A folder in memory, or the usual one if there is too little room. */
async function memoryFolder(): Promise<string> {
  const room = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return room >= roomNeeded ? inMemory : tmpdir();
}

/** A killed run leaves its folder. PostgreSQL ends within a minute if its files are deleted. */
async function removeLeftFolders(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split("-")[0]) : 0;
    if (pid > 0 && !isAlive(pid)) await rm(join(base, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another account's process may not be signalled.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
