import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { findRunFolder } from "#tests/support/run-folder.ts";
import { inheritedEnvironment } from "#tests/support/server/inherited-environment.ts";

test("a stopped run leaves neither its database server nor its folder", async () => {
  const run = spawn(process.execPath, ["scripts/test.ts", "--project=database", "operations/mail"], {
    env: inheritedEnvironment,
    stdio: "ignore",
  });
  onTestFinished(() => void run.kill());
  const ended = once(run, "exit");
  const findServer = async () => serverIn(await findRunFolder(run.pid ?? 0));
  await expect.poll(findServer).toMatchObject({ port: expect.any(Number) });
  const { folder, port } = (await findServer()) ?? { folder: "", port: 0 };
  expect(await accepts(port)).toBe(true);

  run.kill("SIGTERM");
  await ended;
  expect(existsSync(folder)).toBe(false);
  // PostgreSQL itself misses its files after a minute.
  await expect.poll(() => accepts(port), { timeout: 30_000 }).toBe(false);
});

/** The database server of a run, once it accepts connections. */
function serverIn(folder: string | undefined) {
  const [file] = folder === undefined ? [] : globSync(`${folder}/amana-throwaway-*/cluster/postmaster.pid`);
  if (folder === undefined || file === undefined) return undefined;
  const [, , , port = "", , , , state = ""] = readFileSync(file, "utf8").split("\n");
  return state.trim() === "ready" ? { folder, port: Number(port) } : undefined;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", () => answer(false));
    socket.once("connect", () => {
      socket.destroy();
      answer(true);
    });
  });
}
