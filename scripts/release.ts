import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readCommand } from "./read-command.ts";

const usage = `npm run release -- <folder>

Writes amana-<commit>.tar.gz into the folder: the sources of the last commit with the built site. A server that unpacks
it needs no build and no development packages. See docs/deploy.md.
Exit code: 0 written, 1 refused.`;

/** A server never runs these. */
const leftOut = [":!tests", ":!bench", ":!docs/pictures", ":!*.test.ts", ":!.ci"];

const { positionals } = readCommand(usage, {}, { mostArguments: 1 });
const [folder] = positionals;
if (folder === undefined) {
  console.log(usage);
  process.exit(1);
}
if (run("git", ["status", "--porcelain"]) !== "")
  refuse("Commit the changes first. A release is made from a commit.");

// Only now, so that a refusal or --help builds nothing.
run(process.execPath, [join(import.meta.dirname, "ready.mjs")]);

const commit = run("git", ["rev-parse", "--short=12", "HEAD"]).trim();
const scratch = mkdtempSync(join(tmpdir(), "amana-release-"));
try {
  const place = join(scratch, "amana");
  mkdirSync(place);
  mkdirSync(resolve(folder), { recursive: true });
  const sources = join(scratch, "sources.tar");
  run("git", ["archive", "--format=tar", "-o", sources, "HEAD", "--", ".", ...leftOut]);
  run("tar", ["-xf", sources, "-C", place]);
  cpSync("build", join(place, "build"), { recursive: true });
  writeFileSync(join(place, ".release"), `${commit}\n`);
  const file = join(resolve(folder), `amana-${commit}.tar.gz`);
  run("tar", ["-czf", file, "-C", scratch, "amana"]);
  console.log(`Written: ${file}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function run(program: string, parameters: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, { encoding: "utf8" });
  if (error) return refuse(`${program}: ${error.message}`);
  return status === 0 ? stdout : refuse(`${program} failed: ${stderr.trim()}`);
}

function refuse(reason: string): never {
  console.error(reason);
  process.exit(1);
}
