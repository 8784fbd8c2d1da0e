import { Kysely, PostgresDialect, sql, type PostgresPool } from "kysely";
import pg from "pg";
import { isPooled } from "./address.ts";
import { openHearing, type WhileAnswering } from "./answers.ts";
import { openPool } from "./connect.ts";
import { publicUrlOf } from "./logins.ts";
import { withPreparedStatements } from "./prepared-statements.ts";
import { followReplica, type Replica } from "./replica.ts";
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
  /** For work at the entrance. */
  whileAnswering: WhileAnswering;
  /** For pages that a donor waits for. It hears all connections of the site. */
  whileReading: WhileAnswering;
  pool: pg.Pool;
  /**
   * Requests that wait for a connection of the primary or of the replica. New donations wait at the entrance, and do
   * not count.
   */
  countWaiting(): number;
  /** Bytes that the database has sent to this process. */
  heard(): number;
  /** Null if public pages read the primary. */
  replica: Replica | null;
  close(): Promise<void>;
};

/** A query through a database, its public reads, or a transaction. */
export type Reads = Kysely<Tables>;

type Options = {
  poolSize?: number;
  /** Longest silence of the database before we disconnect. It is longer than the slowest query. */
  patience?: number;
  /** Longest wait for a free connection, in place of our limits. Tests must not depend on the speed of the machine. */
  longestWait?: number | undefined;
  /** A standby for public reads. */
  replicaUrl?: string | undefined;
};

export function openDatabase(url: string, options: Options = {}): Database {
  const { poolSize = 10, patience, longestWait, replicaUrl } = options;
  const pooling = { max: poolSize, wait: longestWait ?? usualWait, patience };
  const [everywhere, hearingAtEntrance] = [openHearing(longestWait), openHearing(longestWait)];
  const pool = everywhere.hear(openSitePool(url, pooling));
  // A prepared statement belongs to one session.
  const prepares = !isPooled(url);
  const poolOf = (opened: pg.Pool) => (prepares ? withPreparedStatements(opened) : opened);
  const readWrite = openKysely(async () => poolOf(pool));
  const atEntrance = { max: Math.ceil(poolSize / 2), wait: longestWait ?? waitAtEntrance, patience };
  const entrancePool = hearingAtEntrance.hear(everywhere.hear(openSitePool(url, atEntrance)));
  const entrance = openKysely(async () => poolOf(entrancePool));

  const replica =
    replicaUrl === undefined
      ? null
      : followReplica(pool, async () => {
          const address = await publicAddress(replicaUrl, readWrite);
          return everywhere.hear(openSitePool(address, { ...pooling, wait: waitForReplica }));
        });
  let publicPool: pg.Pool | null = null;
  const publicReads = openKysely(async () => {
    publicPool = everywhere.hear(openSitePool(await publicAddress(url, readWrite), pooling));
    const primary = poolOf(publicPool);
    return replica === null ? primary : replica.readWith(primary);
  });

  return {
    readWrite,
    publicReads,
    entrance,
    whileAnswering: hearingAtEntrance.whileAnswering,
    whileReading: everywhere.whileAnswering,
    heard: everywhere.heard,
    pool,
    countWaiting: () => pool.waitingCount + (publicPool?.waitingCount ?? 0) + (replica?.countWaiting() ?? 0),
    replica,
    async close() {
      await replica?.close();
      await Promise.all([publicReads.destroy(), readWrite.destroy(), entrance.destroy()]);
    },
  };
}

function openKysely(pool: () => Promise<PostgresPool>): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

async function publicAddress(url: string, db: Kysely<Tables>): Promise<string> {
  if (isPooled(url)) {
    const login = publicUrlOf(url);
    if (login === null) throw new Error("the address of a pooler needs a password");
    return login;
  }
  const role = (await mayBecomePublic(db)) ? "-c role=amana_public " : "";
  return withOptions(url, `${role}-c default_transaction_read_only=on`);
}

async function mayBecomePublic(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select may_become_public() as may`.execute(db);
  return rows[0]?.may === true;
}

/** Wait for a free connection, in milliseconds. */
const usualWait = 5_000;
/** Then the primary is read. */
const waitForReplica = 1_000;
/** Donors wait for the provider anyway. On a busy machine, 20 seconds are enough for 500 of them. */
const waitAtEntrance = 20_000;

type Pooling = { max: number; wait: number; patience: number | undefined };

function openSitePool(url: string, { max, wait, patience }: Pooling): pg.Pool {
  // An address with its own limits keeps them.
  const own = new URL(url).searchParams.get("options") ?? "";
  const options = Object.entries(sessionSettings)
    .filter(([name]) => !own.includes(`${name}=`))
    .map(([name, value]) => `-c ${name}=${value}`);
  // A pooler passes on no options. There the role has these settings.
  const address = isPooled(url) ? url : withOptions(url, options.join(" "));
  return openPool(address, { max, patience, connectionTimeoutMillis: wait, types: { getTypeParser } });
}

/** In milliseconds. */
export const sessionSettings = {
  statement_timeout: "5000",
  lock_timeout: "2000",
  idle_in_transaction_session_timeout: "10000",
};

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
