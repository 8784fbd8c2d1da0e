import { Socket } from "node:net";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { withPreparedStatements } from "./prepared-statements.ts";
import type { Tables } from "./tables.ts";

export type Database = {
  /** All tables, for operations and for staff. */
  readWrite: Kysely<Tables>;
  /** For public pages: read-only, without access to personal data. */
  publicReads: Kysely<Tables>;
  /**
   * All tables, for new donations. A crowd waits here, so that callbacks and status answers find free connections in
   * `readWrite`.
   */
  entrance: Kysely<Tables>;
  pool: pg.Pool;
  close(): Promise<void>;
};

/** A query through a database, its public reads, or a transaction. */
export type Reads = Kysely<Tables>;

type Options = {
  poolSize?: number;
  /** Longest silence of the database before we disconnect. It is longer than the slowest query. */
  patience?: number;
};

export function openDatabase(url: string, { poolSize = 10, patience }: Options = {}): Database {
  const pool = openPool(url, { max: poolSize, wait: usualWait, patience });
  const readWrite = openKysely(async () => pool);
  const entrancePool = openPool(url, { max: Math.ceil(poolSize / 2), wait: waitAtEntrance, patience });
  const entrance = openKysely(async () => entrancePool);

  const publicReads = openKysely(async () => {
    const role = (await mayBecomePublic(readWrite)) ? "-c role=amana_public " : "";
    const readOnly = withOptions(url, `${role}-c default_transaction_read_only=on`);
    return openPool(readOnly, { max: poolSize, wait: usualWait, patience });
  });

  return {
    readWrite,
    publicReads,
    entrance,
    pool,
    async close() {
      await Promise.all([publicReads.destroy(), readWrite.destroy(), entrance.destroy()]);
    },
  };
}

function openKysely(open: () => Promise<pg.Pool>): Kysely<Tables> {
  const pool = async () => withPreparedStatements(await open());
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

async function mayBecomePublic(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select may_become_public() as may`.execute(db);
  return rows[0]?.may === true;
}

/** Wait for a free connection, in milliseconds. */
const usualWait = 5_000;
/** Donors wait for the provider anyway. On a busy machine, 20 seconds are enough for 500 of them. */
const waitAtEntrance = 20_000;

type Pooling = { max: number; wait: number; patience: number | undefined };

function openPool(url: string, { max, wait, patience }: Pooling): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: wait,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    types: { getTypeParser },
  });
  // A connection error without a listener ends the process, and the pool listens only while a connection is idle. The
  // query that used the connection reports the error. The next query opens another connection.
  pool.on("connect", (client) => {
    client.on("error", () => {});
    if (patience !== undefined) hangUpAfter(patience, client);
  });
  pool.on("error", () => {});
  return pool;
}

/** Without this limit, a lost server or network would block its connections and waiting requests for 15 minutes. */
function hangUpAfter(patience: number, client: pg.PoolClient): void {
  const stream: unknown = Reflect.get(Object(Reflect.get(client, "connection")), "stream");
  if (!(stream instanceof Socket)) return;
  const silent = Object.assign(new Error("the database says nothing"), { code: "ETIMEDOUT" });
  stream.setTimeout(patience, () => stream.destroy(silent));
}

/** Added to the options in the URL. */
export function withOptions(url: string, options: string): string {
  const address = new URL(url);
  const own = address.searchParams.get("options");
  address.searchParams.set("options", own ? `${own} ${options}` : options);
  return address.href;
}

const { builtins } = pg.types;
/** PostgreSQL’s id of `bigint[]`, which the driver does not name. */
const bigintArray: number = 1016;
const textsIn: (array: string) => string[] = pg.types.getTypeParser(bigintArray);

/** Amounts are bigint everywhere. A day stays text: as a Date it would move with the server's time zone. */
const getTypeParser: typeof pg.types.getTypeParser = (id: number, format?: "text" | "binary") => {
  if (id === builtins.INT8) return BigInt;
  if (id === bigintArray) return (array: string) => textsIn(array).map(BigInt);
  if (id === builtins.DATE) return String;
  return pg.types.getTypeParser(id, format);
};
