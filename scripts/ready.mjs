// Runs on whatever Node the machine has: plain JavaScript, and nothing that npm installs.
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

const sources = [
  ...["app", "domain", "database", "operations", "payments", "storage", "email", "jobs", "public"],
  ...["config.server.ts", "react-router.config.ts", "vite.config.ts", "tsconfig.json", "package-lock.json"],
];

async function makeReady({ build }) {
  if (Number(process.versions.node.split(".")[0]) < 20) {
    throw new Refusal(`Amana needs Node 20 or newer; this is ${process.version}. See https://nodejs.org.`);
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
  return read(built) !== stateOfSources();
}

async function install() {
  console.log("Installing what Amana needs (a minute or two the first time) …");
  rmSync(installed, { force: true });
  const arguments_ = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const { code, output } = await run("npm", arguments_);
  if (code !== 0) throw new Refusal(whyNotInstalled(output));
  if (!existsSync(join(project, "node_modules", ".bin", "node"))) {
    throw new Refusal(
      "npm installed no Node 24: allow install scripts (npm config delete ignore-scripts) and try again.",
    );
  }
  writeFileSync(installed, wantedPackages());
}

async function buildSite() {
  console.log("Building the site …");
  rmSync(built, { force: true });
  const state = stateOfSources();
  const { code, output } = await run("npm", ["run", "--silent", "build"]);
  if (code !== 0)
    throw new Refusal(`${output.trim()}\nThe site could not be built; what is wrong stands above.`);
  writeFileSync(built, state);
}

/** The machine is part of it: packages with native parts installed on another kind of machine do not run on this one. */
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

function run(command, arguments_) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, arguments_, { cwd: project, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", (error) =>
      reject(
        error.code === "ENOENT"
          ? new Refusal(`${command} was not found: it comes with Node, see https://nodejs.org.`)
          : error,
      ),
    );
    child.on("close", (code) => resolve({ code, output }));
  });
}

function whyNotInstalled(output) {
  if (/ENOSPC|EDQUOT/.test(output)) return noSpace;
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|FETCH_ERROR/.test(output)) {
    return "The packages could not be fetched: is this machine connected to the internet? (npm config get registry says where from.)";
  }
  if (/EACCES|EPERM|EROFS/.test(output)) return noRights;
  return `${output.trim()}\nnpm could not install the packages; what is wrong stands above.`;
}

const noSpace = `There is no space left on the disk that holds ${project}: free some (about 700 MB) and try again.`;
const noRights = `This account may not write in ${project}: run as its owner, or clone to a folder of your own.`;

/** Only one at a time installs and builds; the folder is the lock, its file says whose. */
async function inTurn(work) {
  for (let told = false; !takeLock(); told = true) {
    if (!told) console.log("Waiting for another Amana that is installing or building here …");
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
