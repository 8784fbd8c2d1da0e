import { spawnSync } from "node:child_process";

/**
 * Begins the command line of a process that must not interrupt others, by `chrt` of util-linux. A batch process waits
 * for its turn: its start of work does not interrupt another process, which would then wait behind it although another
 * core is free. An idle process gets what the others leave. A system can lack or refuse both.
 */
export function withPolicy(policy: "batch" | "idle"): readonly string[] {
  const command = ["chrt", `--${policy}`, "0"];
  const [program = "", ...options] = command;
  return spawnSync(program, [...options, "true"], { stdio: "ignore" }).status === 0 ? command : [];
}
