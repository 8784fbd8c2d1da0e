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
  // Each page, even a blank one, would get a new frame in the renderer. That is a third of its cost.
  "RenderDocument",
];

const enabledFeatures = [
  // As above, this repeats the list of Playwright.
  ...["CDPScreenshotNewSurface", "SkipListAccountsWithoutGaiaCookies"],
  // With --in-process-gpu, this saves two processes and their messages.
  "NetworkServiceInProcess2",
];

const blinkSettings = [
  // Here too, only the last list counts.
  ...["primaryHoverType=2", "availableHoverTypes=2", "primaryPointerType=4", "availablePointerTypes=4"],
  // The headless shell does not know its connection. As on a fast one, it should load only pictures near the view.
  "lazyLoadingImageMarginPxUnknown=1250",
];

/** Chromium's own network requests and graphics would disturb the tests. */
export const chromiumFlags = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--in-process-gpu",
  "--disable-site-isolation-trials",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Otherwise every return to a blank page starts a process, which compiles the scripts again.
  "--renderer-process-limit=1",
  `--disable-features=${disabledFeatures.join(",")}`,
  `--enable-features=${enabledFeatures.join(",")}`,
  `--blink-settings=${blinkSettings.join(",")}`,
];

/** The machine's Chromium, or an error with an instruction. Tests also run in the headless shell. */
export async function findChromium({ maybeShell = false } = {}): Promise<string> {
  const options = maybeShell ? ["--maybe-shell"] : [];
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/browser.mjs", ...options]);
  return stdout.trim();
}
