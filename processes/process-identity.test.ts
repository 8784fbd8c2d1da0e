import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { hasEnded, identityOfProcess } from "./process-identity.ts";

test.runIf(process.platform === "linux")("a process has ended only if this host had it", async () => {
  const child = spawn("sleep", ["600"], { stdio: "ignore" });
  const identity = identityOfProcess(child.pid ?? 0);
  if (identity === null) throw new Error("A running process has no identity");
  expect(hasEnded(identity)).toBe(false);
  // The number went to a later process.
  expect(hasEnded({ ...identity, startedAt: "1" })).toBe(true);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(hasEnded(identity)).toBe(true);
  expect(hasEnded({ ...identity, host: "0123456789abcdef" })).toBe(false);
});
