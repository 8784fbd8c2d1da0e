import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

export async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]);
  return Number(stdout.trim()) / 1024;
}

/** Seconds that the main thread of a process has used, from Linux. Null elsewhere. */
export async function mainThreadSeconds(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/task/${pid}/stat`, "utf8").catch(() => null);
  if (stat === null) return null;
  // The name can contain spaces. Fields 14 and 15 are user and system time in hundredths of a second.
  const [user = "", system = ""] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}
