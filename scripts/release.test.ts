import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "amana-release-test-"));
  write(".gitignore", "build/\nreleases/\n");
  write("start.ts", "");
  write("app/page.test.ts", "");
  write("tests/large.ts", "");
  write("build/server/index.js", "");
  git("init", "--quiet");
  git("add", ".");
  git("-c", "user.name=Test", "-c", "user.email=test@fund.example", "commit", "--quiet", "-m", "First");
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function run(program: string, parameters: string[]) {
  const { status, stdout, stderr } = spawnSync(program, parameters, { cwd: folder, encoding: "utf8" });
  return { status, output: stdout + stderr };
}

const git = (...parameters: string[]) => run("git", parameters);
const release = () => run(process.execPath, [resolve("scripts/release.ts"), "releases"]);

test("a release holds the build and the sources without tests", () => {
  expect(release()).toMatchObject({ status: 0 });
  const [file = ""] = readdirSync(join(folder, "releases"));
  const { output } = run("tar", ["-tzf", join("releases", file)]);
  for (const path of ["start.ts", "build/server/index.js", ".release"])
    expect(output).toContain(`amana/${path}\n`);
  expect(output).not.toMatch(/page\.test\.ts|large\.ts/);
});

test("uncommitted changes are not released", () => {
  write("start.ts", "changed");
  expect(release()).toMatchObject({ status: 1, output: expect.stringContaining("Commit the changes first") });
});
