import { execFile } from "node:child_process";
import { promisify } from "node:util";

const disabledFeatures = [
  // Chromium obeys only the last list, so this one repeats that of Playwright.
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"],
  ...["ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"],
  ...["NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"],
  // Each window starts a second renderer for the address bar, as costly as that of the page.
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"],
];

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
  `--disable-features=${disabledFeatures.join(",")}`,
];

/** The machine's Chromium, or an error with an instruction. */
export async function findChromium(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/browser.mjs"]);
  return stdout.trim();
}
