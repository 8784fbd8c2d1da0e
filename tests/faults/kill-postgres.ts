import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Kills all processes of a server together, as a power failure does. None can shut down cleanly. */
export function killServer(postmaster: number): void {
  process.kill(postmaster, "SIGSTOP");
  for (const child of childrenOf(postmaster)) kill(child);
  kill(postmaster);
}

export function parentOf(pid: number): number {
  if (process.platform !== "linux")
    return Number(execFileSync("/bin/ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" }));
  const afterName = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1);
  return Number(afterName?.split(" ")[1]);
}

export function childrenOf(pid: number): number[] {
  const listed =
    process.platform === "linux"
      ? readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
      : execFileSync("/usr/bin/pgrep", ["-P", String(pid)], { encoding: "utf8" });
  return listed.split(/\s+/).filter(Boolean).map(Number);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended a moment ago.
  }
}
