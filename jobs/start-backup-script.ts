import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BackUp } from "./schedule-backup.ts";

const script = join(import.meta.dirname, "../scripts/backup.ts");

/** In its own process, because compression and encryption would delay requests. */
export function backUpTo(folder: string): BackUp {
  return async (stop) => {
    const { stdout } = await promisify(execFile)(process.execPath, [script, folder, "--scheduled"], {
      signal: stop,
    });
    const [, file] = /^(.+) \([\d.]+ MB\) is proven/m.exec(stdout) ?? [];
    if (file === undefined) throw new Error("the backup command did not name its file");
    const { size } = await stat(file);
    return { megabytes: Math.ceil(size / 1_000_000) };
  };
}
