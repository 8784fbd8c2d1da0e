import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { onDatabase } from "./open.ts";
import { accountInsteadOfRoot, freePort, isProblem } from "#database/embedded/cluster.ts";

const program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer"].find(
  (path) => spawnSync(path, ["--version"]).status === 0,
);

/** PgBouncer is a package of the system, so some machines cannot run its tests. */
export const hasPgBouncer = program !== undefined;

const read = (name: string) => readFile(new URL(`../../../deploy/${name}`, import.meta.url), "utf8");

/** Runs the statements of our example, as a superuser. Only psql knows its variables. */
export async function preparePgBouncer(owner: string): Promise<void> {
  await onDatabase(owner, (await read("pgbouncer.sql")).replace(":'password'", "'a word'"));
}

/** PgBouncer with the settings of our example, in front of the server of this address. */
export async function openPgBouncer(owner: string) {
  const account = accountInsteadOfRoot();
  if (isProblem(account)) throw new Error(account.problem);
  const folder = await mkdtemp(join(tmpdir(), "amana-pgbouncer-"));
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new URL(owner);
  const settings = (await read("pgbouncer.ini"))
    .replace("amana = host=10.0.0.10 port=5432", `* = host=${server.hostname} port=${server.port}`)
    .replace("/etc/pgbouncer", folder)
    .replace("6432", String(port));
  await writeFile(join(folder, "userlist.txt"), '"pgbouncer" "a word"\n');
  await writeFile(join(folder, "pgbouncer.ini"), `${settings}unix_socket_dir =\n`);
  const child = spawn(program ?? "pgbouncer", [join(folder, "pgbouncer.ini")], {
    stdio: ["ignore", "ignore", "ignore"],
    ...account,
  });
  const ended = once(child, "exit");
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error("PgBouncer did not start");
    await wait(20);
  }
  return {
    host: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => answer(true)).once("error", () => answer(false));
    socket.once("connect", () => socket.destroy());
  });
}
