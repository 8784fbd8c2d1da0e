import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { inheritedEnvironment, withCopiedClusters } from "./inherited-environment.ts";

export type Launched = { child: ChildProcess; exitCode: Promise<number | null>; output(): string };

/** Amana as `npm start` runs it. */
export function launch(environment: Record<string, string>, script = "start.ts"): Launched {
  const child = spawn(process.execPath, [...withCopiedClusters, script], {
    env: { ...inheritedEnvironment, PORT: "0", SEED: "empty", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const exitCode = once(child, "close").then(([code]: (number | null)[]) => code ?? null);
  return { child, exitCode, output: () => output };
}

/** Resolves with its URL once it accepts connections. */
export async function isRunning({ child, output }: Launched): Promise<string> {
  while (!output().includes("Ctrl-C stops it.")) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It ended: ${output()}`);
    await wait(50);
  }
  return /http:\S+/.exec(output())?.[0] ?? "";
}

export async function stop({ child, exitCode }: Launched): Promise<void> {
  child.kill("SIGTERM");
  await exitCode;
}
