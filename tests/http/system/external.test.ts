import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, inject, test } from "vitest";
import { isEmptyDatabase } from "#database/installation.ts";
import { bareDatabase, testDatabase } from "#tests/support/database/open.ts";
import { openPooler } from "#tests/support/database/pooler.ts";
import { inheritedEnvironment } from "#tests/support/server/inherited-environment.ts";
import { runScript } from "#tests/support/server/run-script.ts";

test("with DATABASE_URL the site runs on that database, without an embedded one", async () => {
  const database = await testDatabase("demo");
  const folder = await mkdtemp(join(tmpdir(), "amana-external-"));
  const amana = spawn(process.execPath, ["start.ts"], {
    env: { ...inheritedEnvironment, DATABASE_URL: database.url, DATA_DIR: folder, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const url = await addressOf(amana);
    const page = await fetch(`${url}/campaigns/conference-center`);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(await readdir(folder)).not.toContain("postgres");
    expect(new URL(database.url).host).toBe(new URL(inject("cluster")).host);

    const exit = once(amana, "exit");
    amana.kill("SIGTERM");
    expect((await exit)[0]).toBe(0);
  } finally {
    amana.kill("SIGKILL");
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test.each<[string, { isDeaf?: boolean; dropsOptions?: boolean }, string]>([
  [
    "passes on no notifications",
    { isDeaf: true },
    "passes on no notifications, as a pooler in transaction mode",
  ],
  ["drops the role of public pages", { dropsOptions: true }, "drops the startup parameter options"],
])("a pooler that %s is refused before any change", async (_what, fault, problem) => {
  const { url } = await bareDatabase();
  await using pooler = await openPooler(url);
  Object.assign(pooler, fault);
  const folder = await mkdtemp(join(tmpdir(), "amana-external-"));
  const settings = { DATABASE_URL: pooler.url, DATA_DIR: folder, PORT: "0" };
  const { code, output } = await runScript("start.ts", [], settings);
  await rm(folder, { recursive: true });
  expect(output).toContain(problem);
  expect(code).toBe(1);
  expect(await isEmptyDatabase(url)).toBe(true);
});

test("a direct address of another database is refused before any change", async () => {
  const [behindPooler, other] = [await bareDatabase(), await bareDatabase()];
  await using pooler = await openPooler(behindPooler.url);
  const folder = await mkdtemp(join(tmpdir(), "amana-external-"));
  const settings = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: other.url, DATA_DIR: folder, PORT: "0" };
  const { code, output } = await runScript("start.ts", [], settings);
  const doctor = await runScript("scripts/doctor.ts", [], settings);
  await rm(folder, { recursive: true });
  expect(output).toMatch(/^DATABASE_URL and DATABASE_DIRECT_URL lead to two databases: /m);
  expect(doctor.output).toMatch(/✗ Database +DATABASE_URL and DATABASE_DIRECT_URL lead to two databases: /);
  expect(code).toBe(1);
  expect(await isEmptyDatabase(other.url)).toBe(true);
});

async function addressOf({ stdout }: { stdout: NodeJS.ReadableStream | null }): Promise<string> {
  if (!stdout) throw new Error("nothing to read from");
  const logged: string[] = [];
  for await (const line of createInterface({ input: stdout })) {
    logged.push(line);
    const url = /running at (http:\S+)/.exec(line)?.[1];
    if (url) return url;
  }
  throw new Error(`it never said where it runs:\n${logged.join("\n")}`);
}
