import { spawnSync } from "node:child_process";

// By `chrt` of util-linux. A system can lack or refuse it, and then runs its processes as usual.

/**
 * No thread of this process, nor of processes that it starts later, then interrupts another when it wakes. The thread
 * that sends pages would otherwise wait behind PostgreSQL, or behind its own helpers, although another core is free.
 */
export function runAsBatch(): void {
  spawnSync("chrt", ["--all-tasks", "--batch", "--pid", "0", String(process.pid)], { stdio: "ignore" });
}

/** Begins the command line of a process that gets only what others leave. */
export function asIdle(): readonly string[] {
  const [program, ...options] = ["chrt", "--idle", "0"] as const;
  const isAllowed = spawnSync(program, [...options, "true"], { stdio: "ignore" }).status === 0;
  return isAllowed ? [program, ...options] : [];
}
