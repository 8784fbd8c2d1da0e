import { execFile } from "node:child_process";
import { appendFile, chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import {
  accountInsteadOfRoot,
  becomesReady,
  end,
  findServer,
  freePort,
  giveTo,
  isProblem,
  launch,
  type Running,
  type Server,
} from "#database/embedded/cluster.ts";

export type Pair = {
  /** Both hosts in one address, the standby first. */
  address: string;
  primary: string;
  standby: string;
  /** Runs one statement on the standby. */
  onStandby(statement: string): Promise<void>;
  killStandby(): Promise<void>;
  /** Kills the primary as a power failure does, and promotes the standby. */
  failOver(): Promise<void>;
  /** Starts the old primary again as it was, as a service manager does. */
  returnPrimary(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

const runProgram = promisify(execFile);

/** A primary and a standby. Each commit waits until the standby has it on its disk. */
export async function openPair(): Promise<Pair> {
  await using open = new AsyncDisposableStack();
  const account = accountInsteadOfRoot();
  if (isProblem(account)) throw new Error(account.problem);
  const found = await findServer(account);
  if (isProblem(found)) throw new Error(found.problem);
  const program: Server = found;
  const folder = await mkdtemp(join(tmpdir(), "amana-pair-"));
  open.defer(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const own = join(folder, "servers");
  await mkdir(own);
  await giveTo(own, account);
  const [first, second] = [join(own, "first"), join(own, "second")];
  const asServer = { cwd: "/", ...account };
  const initdb = ["--username=amana", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"];
  await runProgram(join(program.bin, "initdb"), [`--pgdata=${first}`, ...initdb], asServer);
  await runProgram("/bin/cp", ["-a", first, second], asServer);
  const ports = [await freePort(), await freePort()] as const;
  await writeFile(join(second, "standby.signal"), "");
  await giveTo(join(second, "standby.signal"), account);
  await appendFile(
    join(second, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${ports[0]} user=amana'\n`,
  );

  async function start(cluster: string, port: number, own: string[] = [], stack = open): Promise<Running> {
    const settings = ["fsync=off", ...own];
    const launching = { port, log: join(folder, `${port}.log`), settings, detached: false };
    const running = launch(program, cluster, launching);
    stack.defer(() => end(running, "SIGQUIT"));
    if ((await becomesReady(cluster, running)) === "ended") throw new Error("a server did not start");
    return running;
  }
  const url = (port: number) => `postgres://amana:any@127.0.0.1:${port}/postgres`;
  const primary = await start(first, ports[0], ["synchronous_standby_names=*"]);
  const standby = await start(second, ports[1]);
  const opened = open.move();
  return {
    address: `postgres://amana:any@127.0.0.1:${ports[1]},127.0.0.1:${ports[0]}/postgres`,
    primary: url(ports[0]),
    standby: url(ports[1]),
    onStandby: (statement) => onServer(url(ports[1]), statement),
    async killStandby() {
      standby.child.kill("SIGKILL");
      await standby.ended;
    },
    async failOver() {
      primary.child.kill("SIGKILL");
      await primary.ended;
      await onServer(url(ports[1]), "select pg_promote()");
    },
    async returnPrimary() {
      await start(first, ports[0], [], opened);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
