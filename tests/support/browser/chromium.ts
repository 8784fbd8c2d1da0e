import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Nothing of Chromium's own may reach for the network or a graphics card while it is watched. */
export const chromiumFlags = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-site-isolation-trials",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The machine's Chromium. Fails with an instruction if there is none. */
export async function findChromium(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/browser.mjs"]);
  return stdout.trim();
}
