import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { accountInsteadOfRoot, freePort, isProblem } from "#database/embedded/cluster.ts";

const program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer"].find(
  (path) => spawnSync(path, ["--version"]).status === 0,
);

/** PgBouncer is a package of the system, so some machines cannot run its tests. */
export const hasPgBouncer = program !== undefined;

type Server = { host: string; port: number };

/**
 * PgBouncer in transaction mode. It asks the database for passwords, as `auth_user`, so it needs no list of roles. Roles
 * in `unknown` are refused.
 */
export async function openPgBouncer(server: Server, { unknown = "none" } = {}) {
  const account = accountInsteadOfRoot();
  if (isProblem(account)) throw new Error(account.problem);
  const folder = await mkdtemp(join(tmpdir(), "amana-pgbouncer-"));
  await chmod(folder, 0o755);
  const port = await freePort();
  await writeFile(join(folder, "users.txt"), '"amana" ""\n');
  await writeFile(
    join(folder, "pgbouncer.ini"),
    `[databases]
* = host=${server.host} port=${server.port} auth_user=amana
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
auth_query = select rolname, rolpassword from pg_authid where rolname = $1 and rolname !~ '${unknown}'
pool_mode = transaction
default_pool_size = 5
max_client_conn = 500
`,
  );
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
    pid: child.pid,
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
