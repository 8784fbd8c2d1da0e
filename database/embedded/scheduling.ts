import { spawnSync } from "node:child_process";

/**
 * Begins a command line. Linux lets a batch process wait for its turn, so its start of work does not interrupt another
 * process, which would then wait behind it although another core is free. A system can lack or refuse it.
 */
export const asBatch: readonly string[] = canBeBatch() ? ["chrt", "--batch", "0"] : [];

function canBeBatch(): boolean {
  return spawnSync("chrt", ["--batch", "0", "true"], { stdio: "ignore" }).status === 0;
}
