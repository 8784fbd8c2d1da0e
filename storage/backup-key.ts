import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createBackupKey, isRecipient } from "./backup-file.ts";

type Settings = { backupRecipient: string | undefined; dataDir: string };

/** The recipient of backups. `created` is its secret, if it was created now. It is stored nowhere. */
export async function openRecipient(
  { backupRecipient, dataDir }: Settings,
  { mayCreate }: { mayCreate: boolean },
): Promise<{ recipient: string; created?: string } | { problem: string }> {
  if (backupRecipient !== undefined) {
    if (isRecipient(backupRecipient)) return { recipient: backupRecipient };
    return { problem: "BACKUP_RECIPIENT has a wrong character. Copy it again." };
  }
  const file = join(dataDir, "backup-recipient");
  if (existsSync(file)) {
    const recipient = (await readFile(file, "utf8")).trim();
    if (isRecipient(recipient)) return { recipient };
    return { problem: `${file} has no recipient. Delete it, and the next backup creates a new key.` };
  }
  if (!mayCreate)
    return { problem: "There is no key for backups yet. Run npm run backup once: it prints the key." };
  const { secret, recipient } = await createBackupKey();
  await writeFile(file, `${recipient}\n`, { mode: 0o600, flag: "wx", flush: true });
  return { recipient, created: secret };
}
