import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { inheritedEnvironment } from "#tests/support/server/inherited-environment.ts";
import { runScript } from "#tests/support/server/run-script.ts";

const command = `
  import { once } from "node:events";
  import { setImmediate as turn } from "node:timers/promises";
  import { readCommand } from "#scripts/read-command.ts";
  readCommand("usage", {});
  console.log("begun");
  process.stdin.resume();
  await once(process.stdin, "end");
  for (const line of ["one", "two", "three"]) {
    console.log(line);
    console.error(line);
    await turn();
  }
  process.exitCode = 3;
`;

test("a command ends its work when the reader of its output has ended", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", command], {
    env: inheritedEnvironment,
  });
  const exited = once(child, "exit");
  await once(child.stdout, "data");
  child.stdout.destroy();
  child.stderr.destroy();
  child.stdin.end();
  expect(await exited).toEqual([3, null]);
});

test.each([
  ["backup", ["/mnt/my", "backups"]],
  ["restore", ["/mnt/my", "backups"]],
  ["upgrade", ["/mnt/my", "backups"]],
  ["release", ["/mnt/my", "backups"]],
  ["move-files", ["s3", "backups"]],
  ["import", ["/mnt/my", "backups"]],
  ["doctor", ["backups"]],
  ["pictures", ["http://127.0.0.1:3000", "backups"]],
])("%s refuses a path with a space and without quotes", async (name, words) => {
  const { code, output } = await runScript(`scripts/${name}.ts`, words, {});
  expect(output).toMatch(/^Unexpected argument 'backups'\./);
  expect(output).toContain(`npm run ${name}`);
  expect(code).toBe(name === "import" ? 2 : 1);
});

test("admin refuses a name that a command does not take", async () => {
  const { code, output } = await runScript("scripts/admin.ts", ["backup-made", "/mnt/backups"], {});
  expect(output).toContain("npm run admin -- create <username>");
  expect(code).toBe(1);
});

test("every command begins with readCommand", () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync("package.json", "utf8")));
  const programs = Object.values(scripts).flatMap(
    (line) => /((?:scripts|tests|bench)\/\S+\.ts)/.exec(line)?.[1] ?? [],
  );
  expect(programs.length).toBeGreaterThan(10);
  for (const program of new Set(programs))
    // The tests have no output of their own but the last line.
    if (program !== "scripts/test.ts") {
      const source = readFileSync(program, "utf8");
      expect(source, program).toContain("readCommand(");
      expect(source, `${program} has its own option reading`).not.toContain("parseArgs");
    }
});
