import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Chromium's own network requests and graphics would disturb the tests. */
export const chromiumFlags = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-site-isolation-trials",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Otherwise every return to a blank page starts a process, which compiles the scripts again.
  "--renderer-process-limit=1",
];

/** The machine's Chromium, or an error with an instruction. */
export async function findChromium(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/browser.mjs"]);
  return stdout.trim();
}
