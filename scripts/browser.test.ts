import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "amana-browser-"));
  await writeFile(join(folder, "chromium"), "#!/bin/sh\n");
  await chmod(join(folder, "chromium"), 0o755);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test("a Chromium in PATH is found", async () => {
  expect(await findBrowser({ PATH: folder })).toEqual({ code: 0, output: `${join(folder, "chromium")}\n` });
});

test("only who accepts the headless shell gets it, before another Chromium", async () => {
  const shell = join(folder, "chromium-headless-shell");
  await writeFile(shell, "");
  await chmod(shell, 0o755);
  expect((await findBrowser({ PATH: folder })).output).toBe(`${join(folder, "chromium")}\n`);
  expect((await findBrowser({ PATH: folder }, "--maybe-shell")).output).toBe(`${shell}\n`);
  await rm(join(folder, "chromium"));
  expect((await findBrowser({ PATH: folder }, "--maybe-shell")).output).toBe(`${shell}\n`);
});

test("CHROMIUM_PATH is preferred", async () => {
  const named = join(folder, "other");
  await writeFile(named, "");
  await chmod(named, 0o755);
  expect(await findBrowser({ PATH: folder, CHROMIUM_PATH: named })).toEqual({
    code: 0,
    output: `${named}\n`,
  });
});

test("a wrong CHROMIUM_PATH fails with one line", async () => {
  expect(await findBrowser({ PATH: folder, CHROMIUM_PATH: join(folder, "none") })).toEqual({
    code: 1,
    output: `CHROMIUM_PATH is not a program: ${join(folder, "none")}\n`,
  });
});

async function findBrowser(
  env: Record<string, string>,
  ...options: string[]
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ["scripts/browser.mjs", ...options], { env });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "close");
  return { code, output };
}
