import { Socket } from "node:net";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Tables } from "./tables.ts";

export type Database = {
  /** All tables, for operations and for staff. */
  readWrite: Kysely<Tables>;
  /** What public pages read: read-only, and blind to personal data. */
  publicReads: Kysely<Tables>;
  /** All tables, for donations that begin. A crowd waits here and leaves `everything` to callbacks and answers. */
  entrance: Kysely<Tables>;
  pool: pg.Pool;
  close(): Promise<void>;
};

/** A query over any handle: a database, its public reads, or a transaction. */
export type Reads = Kysely<Tables>;

type Options = {
  poolSize?: number;
  /** How long the database may say nothing to a question before we hang up; more than its longest answer takes. */
  patience?: number;
};

export function openDatabase(url: string, { poolSize = 10, patience }: Options = {}): Database {
  const pool = openPool(url, { max: poolSize, wait: usualWait, patience });
  const readWrite = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const entrancePool = openPool(url, { max: Math.ceil(poolSize / 2), wait: waitAtEntrance, patience });
  const entrance = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: entrancePool }) });

  const publicReads = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: async () => {
        const role = (await mayBecomePublic(readWrite)) ? "-c role=amana_public " : "";
        const readOnly = withOptions(url, `${role}-c default_transaction_read_only=on`);
        return openPool(readOnly, { max: poolSize, wait: usualWait, patience });
      },
    }),
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

async function mayBecomePublic(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select may_become_public() as may`.execute(db);
  return rows[0]?.may === true;
}

/** In milliseconds, for a connection. */
const usualWait = 5_000;
/** Donors wait for the provider anyway, and 20 seconds are enough for 500 of them on a busy machine. */
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
  // A connection that dies with nobody listening ends the process, and the pool listens only while it is idle. Whoever
  // was using it learns of it by their query; the next one opens another.
  pool.on("connect", (client) => {
    client.on("error", () => {});
    if (patience !== undefined) hangUpAfter(patience, client);
  });
  pool.on("error", () => {});
  return pool;
}

/** A server or a network that vanished without a word would keep its connections, and who waits for them, for a quarter of an hour. */
function hangUpAfter(patience: number, client: pg.PoolClient): void {
  const stream: unknown = Reflect.get(Object(Reflect.get(client, "connection")), "stream");
  if (!(stream instanceof Socket)) return;
  const silent = Object.assign(new Error("the database says nothing"), { code: "ETIMEDOUT" });
  stream.setTimeout(patience, () => stream.destroy(silent));
}

/** Added to the options that the address itself may carry. */
export function withOptions(url: string, options: string): string {
  const address = new URL(url);
  const own = address.searchParams.get("options");
  address.searchParams.set("options", own ? `${own} ${options}` : options);
  return address.href;
}

const { builtins } = pg.types;

/** Amounts are bigint from end to end, and a day stays a day: as a Date it would move with the server's zone. */
const getTypeParser: typeof pg.types.getTypeParser = (id: number, format?: "text" | "binary") => {
  if (id === builtins.INT8) return BigInt;
  if (id === builtins.DATE) return String;
  return pg.types.getTypeParser(id, format);
};
