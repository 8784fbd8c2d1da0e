import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const project = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Finds or installs a Chromium. Throws an error of one line if both fail. `maybeShell` prefers the headless shell: the
 * same engine without windows, which takes a third less processor time.
 */
function findBrowser({ maybeShell }) {
  const named = process.env["CHROMIUM_PATH"];
  if (named && !isProgram(named)) throw new Error(`CHROMIUM_PATH is not a program: ${named}`);
  if (named) return named;
  const found = (maybeShell && inFolders(["chromium-headless-shell"])) || onTheMachine();
  return found || byPlaywright() || byThePackageManager(maybeShell) || giveUp();
}

const names = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
  "microsoft-edge",
];
const macApplications = ["Chromium", "Google Chrome", "Microsoft Edge"];

function inFolders(programs) {
  const inPath = (process.env["PATH"] ?? "").split(delimiter);
  const folders = [...inPath, "/usr/bin", "/usr/local/bin", "/snap/bin", "/opt/homebrew/bin"];
  return programs.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function onTheMachine() {
  const applications = ["/Applications", join(homedir(), "Applications")].flatMap((folder) =>
    macApplications.map((name) => join(folder, `${name}.app`, "Contents/MacOS", name)),
  );
  return inFolders(names) ?? applications.find(isProgram) ?? inPlaywrightsCache();
}

function inPlaywrightsCache() {
  const cache =
    process.env["PLAYWRIGHT_BROWSERS_PATH"] ??
    (process.platform === "darwin"
      ? join(homedir(), "Library/Caches/ms-playwright")
      : join(homedir(), ".cache/ms-playwright"));
  if (!existsSync(cache)) return undefined;
  const places = [
    "chrome-linux/chrome",
    "chrome-linux64/chrome",
    "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
    "chrome-mac-arm64/Chromium.app/Contents/MacOS/Chromium",
    "chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
    "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
  ];
  return readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((one, other) => Number(other.slice(9)) - Number(one.slice(9)))
    .flatMap((name) => places.map((place) => join(cache, name, place)))
    .find(isProgram);
}

function byPlaywright() {
  console.error("No Chromium found. Downloading it for the tests …");
  const playwright = join(project, "node_modules", "playwright-core", "cli.js");
  run(process.execPath, [playwright, "install", "chromium"], 3 * 60_000);
  const found = inPlaywrightsCache();
  // A browser that does not start lacks system libraries. The system package installs them.
  return found && run(found, ["--version"], 20_000) ? found : undefined;
}

const packageManagers = [
  [
    ["apt-get", "update"],
    ["apt-get", "install", "-y", "--no-install-recommends"],
  ],
  [["dnf", "install", "-y"]],
  [["apk", "add"]],
  [["pacman", "-Sy", "--noconfirm"]],
];

function byThePackageManager(maybeShell) {
  if (process.getuid?.() !== 0) return undefined;
  const commands = packageManagers.find(([[program]]) => run(program, ["--version"], 10_000));
  if (!commands) return undefined;
  console.error("Installing Chromium with the system's packages (a few minutes) …");
  const [program, ...install] = commands.at(-1);
  if (commands.length > 1) run(program, ["update"], 10 * 60_000);
  // Only Debian has a package of the shell.
  if (maybeShell && run(program, [...install, "chromium-headless-shell"], 10 * 60_000))
    return inFolders(["chromium-headless-shell"]);
  run(program, [...install, "chromium"], 10 * 60_000);
  return onTheMachine();
}

function giveUp() {
  throw new Error(
    "The browser tests need Chromium, which could not be found or downloaded. Install chromium or Chrome, or set CHROMIUM_PATH.",
  );
}

function run(program, args, timeout) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(program, args, { stdio: "ignore", timeout, env }).status === 0;
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

try {
  console.log(findBrowser({ maybeShell: process.argv.includes("--maybe-shell") }));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
