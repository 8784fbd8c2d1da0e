import { readFileSync, readlinkSync } from "node:fs";
import { sha256 } from "#domain/system/digest.server.ts";

/** A process as no other one is named: its host, its number there, and when it started. */
export type ProcessIdentity = { host: string; pid: number; startedAt: string };

/** Null where the system has no /proc. */
export function identityOfProcess(pid: number): ProcessIdentity | null {
  const host = hostHere();
  const startedAt = startOf(pid);
  return host === null || startedAt === null ? null : { host, pid, startedAt };
}

/** False also for a process of another host: nothing here shows whether it runs. */
export function hasEnded({ host, pid, startedAt }: ProcessIdentity): boolean {
  return host === hostHere() && startedAt !== startOf(pid);
}

/**
 * A number of a process means the same only within one run of one kernel, and in one namespace of numbers. Machines that share
 * a folder can have the same name, also containers.
 */
function hostHere(): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return sha256(`${boot} ${readlinkSync("/proc/self/ns/pid")}`)
      .toString("hex")
      .slice(0, 16);
  } catch {
    return null;
  }
}

/** In ticks since the boot. Null if there is no such process, or it has ended and waits for its parent. */
function startOf(pid: number): string | null {
  try {
    // The name of the program comes before, and can have brackets and spaces.
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return state === "Z" || state === "X" ? null : (fields[18] ?? null);
  } catch {
    return null;
  }
}
