import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createBackupKey, isRecipient } from "./backup-file.ts";

type Settings = { backupRecipient: string | undefined; dataDir: string };

/** The recipient of backups. `created` is its secret, if it was created now. It is stored nowhere. */
export async function openRecipient(
  { backupRecipient, dataDir }: Settings,
  { mayCreate, madeElsewhere, wantsNew }: { mayCreate: boolean; madeElsewhere: boolean; wantsNew: boolean },
): Promise<{ recipient: string; created?: string } | { problem: string }> {
  if (backupRecipient !== undefined) {
    if (wantsNew) return { problem: newKeyWithSetting };
    if (isRecipient(backupRecipient)) return { recipient: backupRecipient };
    return { problem: "BACKUP_RECIPIENT has a wrong character. Copy it again." };
  }
  const file = join(dataDir, "backup-recipient");
  if (wantsNew) return replaceKey(file);
  if (existsSync(file)) return readRecipient(file);
  if (madeElsewhere) return { problem: keyOfAnotherNode };
  if (!mayCreate)
    return { problem: "There is no key for backups yet. Run npm run backup once: it prints the key." };
  const { secret, recipient } = await createBackupKey();
  if (await writeWhole(file, `${recipient}\n`)) return { recipient, created: secret };
  // Another first backup was faster, and prints its key.
  return readRecipient(file);
}

const newKeyWithSetting =
  "BACKUP_RECIPIENT names the key. For a new key, remove BACKUP_RECIPIENT on this node, run the command again, and set BACKUP_RECIPIENT to the text of backup-recipient in DATA_DIR on every other node.";

/** Earlier backups stay readable by their own key, and later ones do not delete them: their mark is another one. */
async function replaceKey(file: string): Promise<{ recipient: string; created: string }> {
  const { secret, recipient } = await createBackupKey();
  const unfinished = `${file}.${randomUUID()}`;
  try {
    await writeFile(unfinished, `${recipient}\n`, { mode: 0o600, flag: "wx", flush: true });
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
  return { recipient, created: secret };
}

/** Two keys for one site would leave each backup to one of them. */
const keyOfAnotherNode =
  "Another node made a backup of this database, and this node does not know its key. Set BACKUP_RECIPIENT here to that node's BACKUP_RECIPIENT, or to the text of backup-recipient in its DATA_DIR. For a new key, run npm run backup -- --new-key.";

async function readRecipient(file: string): Promise<{ recipient: string } | { problem: string }> {
  const recipient = (await readFile(file, "utf8")).trim();
  if (isRecipient(recipient)) return { recipient };
  return { problem: `${file} has no recipient. Delete it, and the next backup creates a new key.` };
}

/** False if the file exists. On a full disk, no empty file stays. */
async function writeWhole(file: string, text: string): Promise<boolean> {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    await writeFile(unfinished, text, { mode: 0o600, flag: "wx", flush: true });
    await link(unfinished, file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}
