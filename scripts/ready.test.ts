import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

let project: string;

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), "amana-ready-"));
  for (const folder of ["scripts", "programs", "app"]) await mkdir(join(project, folder));
  await copyFile("scripts/ready.mjs", join(project, "scripts/ready.mjs"));
  await write("package-lock.json", "{}");
  await write("app/page.ts", "export {}");
  await npmThat('mkdir -p node_modules/.bin build; touch node_modules/.bin/node; echo "$1" >> calls');
});

afterEach(() => rm(project, { recursive: true, force: true }));

test("a clone is installed and built once", async () => {
  expect(await ready()).toMatchObject({ code: 0 });
  expect(await ready()).toEqual({ code: 0, output: "" });
  expect(await calls()).toEqual(["ci", "run"]);
});

test("changed packages are installed and the site is rebuilt", async () => {
  await ready();
  await write("package-lock.json", '{"name": "amana"}');
  await ready();
  expect(await calls()).toEqual(["ci", "run", "ci", "run"]);
});

test("a changed source is rebuilt, a changed test is not", async () => {
  await ready();
  await write("app/page.ts", "export const changed = true");
  await ready();
  await write("app/other.ts", "");
  await ready();
  await rm(join(project, "app/other.ts"));
  await ready();
  await write("app/page.test.ts", "");
  await ready();
  expect(await calls()).toEqual(["ci", "run", "run", "run", "run"]);
});

test("the build has React for production, also under a test", async () => {
  await npmThat(
    'mkdir -p node_modules/.bin build; touch node_modules/.bin/node; echo "$1 $NODE_ENV" >> calls',
  );
  await ready();
  expect(await calls()).toEqual(["ci test", "run production"]);
});

test("development needs no build", async () => {
  await ready("--no-build");
  expect(await calls()).toEqual(["ci"]);
});

test("a release is not built, and gets no development packages", async () => {
  await write(".release", "");
  await npmThat('mkdir -p node_modules/.bin; touch node_modules/.bin/node; echo "$1 $2" >> calls');
  expect(await ready()).toMatchObject({ code: 0 });
  await write("app/page.ts", "export const changed = true");
  expect(await ready()).toEqual({ code: 0, output: "" });
  expect(await calls()).toEqual(["ci --omit=dev"]);
});

test("two parallel runs build once", async () => {
  const both = await Promise.all([ready(), ready()]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(await calls()).toEqual(["ci", "run"]);
});

test("the lock of a killed run is ignored", async () => {
  await mkdir(join(project, ".making-ready"));
  const ended = spawn("true");
  await once(ended, "exit");
  await write(".making-ready/pid", String(ended.pid));
  expect((await ready()).output).not.toContain("Waiting");
  expect(await calls()).toEqual(["ci", "run"]);
});

test.each([
  ["ENOSPC: no space left on device", "is full. Free about 700 MB"],
  ["EAI_AGAIN registry", "Check the internet connection"],
  ["EACCES: permission denied", "No permission to write"],
])("a failed installation (%s) prints one line and is repeated", async (error, line) => {
  await npmThat(`echo "npm error ${error}" >&2; exit 1`);
  const { code, output } = await ready();
  expect(code).toBe(1);
  expect(output.trim().split("\n").slice(1)).toEqual([expect.stringContaining(line)]);
  await npmThat('mkdir -p node_modules/.bin build; touch node_modules/.bin/node; echo "$1" >> calls');
  expect(await ready()).toMatchObject({ code: 0 });
});

test("a failed build prints its errors and is repeated", async () => {
  await npmThat(
    '[ "$1" = run ] && { echo "page.ts: wrong"; exit 1; }; mkdir -p node_modules/.bin build; touch node_modules/.bin/node',
  );
  expect(await ready()).toEqual({ code: 1, output: expect.stringContaining("page.ts: wrong") });
  expect(await ready()).toMatchObject({ code: 1 });
});

test("missing npm prints one line", async () => {
  await rm(join(project, "programs/npm"));
  const { code, output } = await ready();
  expect(code).toBe(1);
  expect(output).toContain("npm was not found");
});

async function ready(...options: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [join(project, "scripts/ready.mjs"), ...options], {
    env: { PATH: join(project, "programs"), NODE_ENV: "test" },
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "close");
  return { code, output };
}

async function npmThat(does: string): Promise<void> {
  await write("programs/npm", `#!/bin/sh\nPATH=/usr/bin:/bin\n${does}\n`);
  await chmod(join(project, "programs/npm"), 0o755);
}

async function calls(): Promise<string[]> {
  return (await readFile(join(project, "calls"), "utf8")).trim().split("\n");
}

async function write(path: string, text: string): Promise<void> {
  await writeFile(join(project, path), text);
}
