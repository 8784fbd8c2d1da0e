import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BackUp } from "./schedule-backup.ts";

const script = join(import.meta.dirname, "../scripts/backup.ts");

/** In its own process, because compression and encryption would delay requests. */
export function backUpTo(place: string): BackUp {
  return async (stop) => {
    const { stdout } = await promisify(execFile)(process.execPath, [script, place, "--scheduled"], {
      signal: stop,
    });
    const [, megabytes] = /^.+ \(([\d.]+) MB\) is proven/m.exec(stdout) ?? [];
    if (megabytes === undefined) throw new Error("the backup command did not name its file");
    return { megabytes: Math.ceil(Number(megabytes)) };
  };
}
