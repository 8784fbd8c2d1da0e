import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { inheritedEnvironment, withCopiedClusters } from "./inherited-environment.ts";

/** Runs a program of the project as an operator does, with only these settings. */
export async function runScript(
  path: string,
  options: string[],
  settings: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [...withCopiedClusters, path, ...options], {
    env: { ...inheritedEnvironment, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: child.exitCode, output: output + errors };
}
