// Runs on the machine's Node before npm install: plain JavaScript without packages.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const project = dirname(dirname(fileURLToPath(import.meta.url)));
const installed = join(project, "node_modules", ".installed");
const built = join(project, "build", ".sources");
const lock = join(project, ".making-ready");
/** A release contains a finished build, and needs no development packages. */
const isRelease = existsSync(join(project, ".release"));

const sources = [
  ...["app", "domain", "database", "operations", "payments", "outside", "storage", "email", "jobs", "public"],
  ...[
    "config.server.ts",
    "react-router.config.ts",
    "vite.config.ts",
    "vite.compiled-messages.ts",
    "vite.inline-script.ts",
    "vite.staff-scripts.ts",
    "tsconfig.json",
    "package-lock.json",
  ],
];

async function makeReady({ build }) {
  if (Number(process.versions.node.split(".")[0]) < 20) {
    throw new Refusal(`Amana needs Node 20 or newer. This is ${process.version}. See https://nodejs.org.`);
  }
  if (!mustInstall() && !(build && mustBuild())) return;
  await inTurn(async () => {
    if (mustInstall()) await install();
    if (build && mustBuild()) await buildSite();
  });
}

function mustInstall() {
  return read(installed) !== wantedPackages();
}

function mustBuild() {
  return !isRelease && read(built) !== stateOfSources();
}

async function install() {
  console.log("Installing packages (one or two minutes the first time) …");
  rmSync(installed, { force: true });
  const packages = isRelease ? "--omit=dev" : "--include=dev";
  const arguments_ = ["ci", packages, "--no-audit", "--no-fund", "--loglevel=error"];
  const { code, output } = await run("npm", arguments_);
  if (code !== 0) throw new Refusal(whyNotInstalled(output));
  if (!existsSync(join(project, "node_modules", ".bin", "node"))) {
    throw new Refusal(
      "npm did not install Node 24. Allow install scripts (npm config delete ignore-scripts) and try again.",
    );
  }
  writeFileSync(installed, wantedPackages());
}

async function buildSite() {
  console.log("Building the site …");
  rmSync(built, { force: true });
  const state = stateOfSources();
  const { code, output } = await run("npm", ["run", "--silent", "build"], { NODE_ENV: "production" });
  if (code !== 0) throw new Refusal(`${output.trim()}\nThe build failed. See the errors above.`);
  writeFileSync(built, state);
}

/** Includes the platform, because native packages of another platform do not run here. */
function wantedPackages() {
  const hash = createHash("sha256").update(readFileSync(join(project, "package-lock.json")));
  return `${hash.digest("hex")} ${process.platform} ${process.arch}\n`;
}

function stateOfSources() {
  const hash = createHash("sha256");
  for (const source of sources) addToHash(hash, source);
  return `${hash.digest("hex")}\n`;
}

function addToHash(hash, path) {
  const found = statSync(join(project, path), { throwIfNoEntry: false });
  if (!found || path.endsWith(".test.ts")) return;
  if (found.isFile()) return void hash.update(`${path}\0${found.size}\0${found.mtimeMs}\0`);
  for (const name of readdirSync(join(project, path)).sort()) addToHash(hash, `${path}/${name}`);
}

function run(command, arguments_, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, arguments_, {
      cwd: project,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", (error) =>
      reject(
        error.code === "ENOENT"
          ? new Refusal(`${command} was not found. It comes with Node: see https://nodejs.org.`)
          : error,
      ),
    );
    child.on("close", (code) => resolve({ code, output }));
  });
}

function whyNotInstalled(output) {
  if (/ENOSPC|EDQUOT/.test(output)) return noSpace;
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|FETCH_ERROR/.test(output)) {
    return "The packages could not be downloaded. Check the internet connection, and the source: npm config get registry.";
  }
  if (/EACCES|EPERM|EROFS/.test(output)) return noRights;
  return `${output.trim()}\nnpm install failed. See the errors above.`;
}

const noSpace = `The disk with ${project} is full. Free about 700 MB and try again.`;
const noRights = `No permission to write in ${project}. Run as its owner, or clone to another folder.`;

/** Only one process installs and builds. The folder is the lock, and its file has the owner's id. */
async function inTurn(work) {
  for (let told = false; !takeLock(); told = true) {
    if (!told) console.log("Waiting for another installation or build in this folder …");
    await wait(200);
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => {
      rmSync(lock, { recursive: true, force: true });
      process.kill(process.pid, signal);
    });
  }
  try {
    await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function takeLock() {
  try {
    mkdirSync(lock);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (ownerLives()) return false;
    rmSync(lock, { recursive: true, force: true });
    return takeLock();
  }
  writeFileSync(join(lock, "pid"), String(process.pid));
  return true;
}

function ownerLives() {
  const owner = Number(read(join(lock, "pid")));
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  if (!owner) return age < 5_000;
  try {
    process.kill(owner, 0);
    return owner !== process.pid;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

class Refusal extends Error {}

function explain(error) {
  if (error instanceof Refusal) return error.message;
  if (["ENOSPC", "EDQUOT"].includes(error?.code)) return noSpace;
  if (["EACCES", "EPERM", "EROFS"].includes(error?.code)) return noRights;
  return error?.stack ?? String(error);
}

await makeReady({ build: !process.argv.includes("--no-build") }).catch((error) => {
  console.error(explain(error));
  process.exitCode = 1;
});
