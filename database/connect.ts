import { EventEmitter } from "node:events";
import { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { addressesOfHosts, needsPrimary, withParameter } from "./address.ts";

/** None of the hosts in the address takes writes now. A failover ends this. */
export class NoPrimary extends Error {}

/** A single connection. After a failover its queries fail, and the caller opens another one. */
export function openClient(
  address: string,
  options: Omit<pg.ClientConfig, "connectionString"> = {},
): pg.Client {
  const { application_name: name } = options;
  // The driver prefers the name in the address.
  const connectionString = name === undefined ? address : withParameter(address, "application_name", name);
  return new HostFinder({ ...options, connectionString });
}

type Pooling = Omit<pg.PoolConfig, "connectionString"> & {
  /** Longest silence of the database before we disconnect. It is longer than the slowest query. */
  patience?: number | undefined;
};

export function openPool(address: string, { patience, ...options }: Pooling): pg.Pool {
  const pool = new pg.Pool({ keepAlive: true, ...options, Client: HostFinder, connectionString: address });
  // The pool listens only while a connection is idle. The next query opens another connection.
  pool.on("connect", (client) => {
    if (patience !== undefined) hangUpAfter(patience, client);
  });
  pool.on("error", () => undefined);
  dropStandbys(pool);
  return pool;
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/** Connects to the host that takes writes, if the address names several hosts. */
class HostFinder extends pg.Client {
  readonly #address: string;

  constructor(config: pg.ClientConfig = {}) {
    super(config);
    // Without a listener an error ends the process. It can come with the last message of connecting, before a caller
    // listens. The query that uses the connection reports it.
    this.on("error", () => undefined);
    this.#address = config.connectionString ?? "";
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | void {
    const connecting = this.#connect();
    if (callback === undefined) return connecting;
    const answer = (...outcome: unknown[]) => void Reflect.apply(callback, undefined, outcome);
    connecting.then(
      (client) => answer(null, client),
      (error: unknown) => answer(error),
    );
  }

  async #connect(): Promise<pg.Client> {
    if (addressesOfHosts(this.#address).length > 1) {
      const { host, port } = await findHost(this.#address);
      Object.assign(this, { host, port });
    }
    await super.connect();
    if (needsPrimary(this.#address) && (await isStandby(this))) {
      await this.end().catch(() => undefined);
      throw new NoPrimary("the database server is a standby");
    }
    return this;
  }
}

type Host = { host: string; port: number };
type Search = { since: number; host: Promise<Host> };

/** Many connections open together, for example after a failover. They share one search. */
const searches = new Map<string, Search>();
/** In milliseconds. */
const searchValidity = 1_000;
const longestProbe = 2_000;
/** After the first primary answers, a newer one has this time. */
const rivalWait = 250;

function findHost(address: string): Promise<Host> {
  const now = performance.now();
  const known = searches.get(address);
  if (known !== undefined && now - known.since < searchValidity) return known.host;
  const host = search(address);
  searches.set(address, { since: now, host });
  host.catch(() => searches.delete(address));
  return host;
}

/** A host that does not answer must not delay the others, so all are asked together. */
async function search(address: string): Promise<Host> {
  const wantsPrimary = needsPrimary(address);
  const found: Probed[] = [];
  const probes = addressesOfHosts(address).map(async (each) => found.push(await probe(each, wantsPrimary)));
  try {
    await Promise.any(probes);
  } catch (error) {
    const faults: unknown[] = error instanceof AggregateError ? error.errors : [error];
    // A refused password says more than a host that is down.
    throw faults.find((fault) => fault instanceof pg.DatabaseError) ?? faults[0];
  }
  if (wantsPrimary) await Promise.race([Promise.allSettled(probes), wait(rivalWait)]);
  return newestOf(address, found);
}

/** `timeline` grows with each failover. */
type Probed = Host & { timeline: number };

const newestTimelines = new Map<string, number>();

/** A primary that returns after a failover also takes writes, and they would be lost. */
function newestOf(address: string, found: Probed[]): Host {
  const newest = found.reduce((one, other) => (other.timeline > one.timeline ? other : one));
  if (newest.timeline < (newestTimelines.get(address) ?? 0))
    throw new NoPrimary("the only primary was replaced in a failover");
  newestTimelines.set(address, newest.timeline);
  return newest;
}

async function probe(address: string, wantsPrimary: boolean): Promise<Probed> {
  const client = new pg.Client({
    ...{ connectionString: address, connectionTimeoutMillis: longestProbe, query_timeout: longestProbe },
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { host, port } = client;
    if (!wantsPrimary) return { host, port, timeline: 0 };
    const timeline = await timelineOf(client);
    if (timeline === null) throw new NoPrimary("no host of the database takes writes");
    return { host, port, timeline };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Null for a standby. */
async function timelineOf(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ file: string | null }>(
    "select case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn()) end as file",
  );
  const file = rows[0]?.file ?? null;
  // The name of a file of the log begins with the timeline, in 8 hexadecimal digits.
  return file === null ? null : Number.parseInt(file.slice(0, 8), 16);
}

async function isStandby(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
  return rows[0]?.standby === true;
}

const readOnlyTransaction = "25006";

/** Behind one fixed address, a failover can leave a connection open to a server that now is a standby. */
function dropStandbys(pool: pg.Pool): void {
  const standbys = new WeakSet<pg.PoolClient>();
  pool.on("connect", (client) => {
    const connection: unknown = Reflect.get(client, "connection");
    if (!(connection instanceof EventEmitter)) return;
    connection.on("errorMessage", (error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === readOnlyTransaction) standbys.add(client);
    });
  });
  // The pool removes a returned connection that is ending.
  pool.on("release", (_, client) => {
    if (standbys.has(client) && client instanceof pg.Client) void client.end().catch(() => undefined);
  });
}

/** Without this limit, a lost server or network would block its connections and waiting requests for 15 minutes. */
function hangUpAfter(patience: number, client: pg.PoolClient): void {
  const stream: unknown = Reflect.get(Object(Reflect.get(client, "connection")), "stream");
  if (!(stream instanceof Socket)) return;
  const silent = Object.assign(new Error("the database says nothing"), { code: "ETIMEDOUT" });
  stream.setTimeout(patience, () => stream.destroy(silent));
}
