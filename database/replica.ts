import { setTimeout as wait } from "node:timers/promises";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";
import { openClient } from "./connect.ts";
import { isUnavailable } from "./database-errors.ts";

/** A standby that can be read in place of the primary, as long as it has everything that this node has heard of. */
export type Replica = {
  /** A change was announced. Until the replica has it, the primary is read. */
  changed(): void;
  /** A node that hears of no changes cannot know what the replica lacks. */
  setListening(isListening: boolean): void;
  /** Reads that wait for a connection to the replica. */
  countWaiting(): number;
};

/** Without changes, the replica must prove this often that it still follows. In milliseconds. */
const longestTrust = 2_000;
const firstPause = 5;
const longestPause = 1_000;

/** The replica is opened when the node listens. */
export function followReplica(primary: pg.Pool, open: () => Promise<pg.Pool>) {
  let replica: pg.Pool | null = null;
  let isListening = false;
  let isClosed = false;
  let announced = 0;
  let replayed = -1;
  let following: Promise<void> | null = null;
  const isBehind = () => isListening && !isClosed && replayed !== announced;
  const pause = (milliseconds: number) => wait(milliseconds, undefined, { ref: false });

  async function follow(): Promise<void> {
    while (isBehind()) {
      const upTo = announced;
      try {
        replica ??= await open();
        // A notification arrives after its commit, so the commit is before this position.
        const { rows } = await primary.query<{ now: string }>("select pg_current_wal_lsn()::text as now");
        for (
          let next = firstPause;
          !(await hasReplayed(replica, rows[0]?.now));
          next = Math.min(next * 2, longestPause)
        ) {
          if (!isBehind()) return;
          await pause(next);
        }
        replayed = upTo;
      } catch {
        // One of the servers is away. Meanwhile the primary is read.
        await pause(longestPause);
      }
    }
  }

  function changed(): void {
    announced += 1;
    following ??= follow().finally(() => (following = null));
  }

  const trust = setInterval(changed, longestTrust).unref();
  return {
    changed,
    setListening(is: boolean) {
      isListening = is;
      changed();
    },
    countWaiting: () => replica?.waitingCount ?? 0,
    /** Reads the replica while it has all announced changes. A read that it fails is repeated on the primary. */
    readWith(other: PostgresPool): PostgresPool {
      return {
        options: other.options,
        async connect() {
          if (!isListening || replica === null || replayed !== announced) return other.connect();
          try {
            return repeating(await replica.connect(), { other, lost: changed });
          } catch {
            changed();
            return other.connect();
          }
        },
        end: () => other.end(),
      };
    },
    async close() {
      isClosed = true;
      clearInterval(trust);
      await following;
      await replica?.end();
    },
  };
}

async function hasReplayed(replica: pg.Pool, position: string | undefined): Promise<boolean> {
  const { rows } = await replica.query<{ has: boolean | null }>(
    "select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as has",
    [position],
  );
  return rows[0]?.has === true;
}

type Diagnosis =
  | { kind: "following"; seconds: number }
  | { kind: "primary" }
  | { kind: "other" }
  | { kind: "away"; reason: string };

/** The state of a replica, for the operator. */
export async function diagnoseReplica({
  site,
  replica,
}: {
  site: string;
  replica: string;
}): Promise<Diagnosis> {
  const [own, other] = [openClient(site), openClient(replica, { connectionTimeoutMillis: 5_000 })];
  try {
    await Promise.all([own.connect(), other.connect()]);
    const [expected, found] = [await readState(own), await readState(other)];
    if (found.installation !== expected.installation) return { kind: "other" };
    return found.standby ? { kind: "following", seconds: found.seconds } : { kind: "primary" };
  } catch (error) {
    return { kind: "away", reason: error instanceof Error ? error.message : String(error) };
  } finally {
    await Promise.all([own, other].map((client) => client.end().catch(() => undefined)));
  }
}

type State = { installation: string | null; standby: boolean; seconds: number };

/** A database without changes is not behind, however old its last change is. */
async function readState(client: pg.Client): Promise<State> {
  const { rows } = await client.query<State>(
    `select (select id::text from installation) as installation, pg_is_in_recovery() as standby,
       case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
         else coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp()), 0)::int end as seconds`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("the server returned no row");
  return row;
}

type Rest = { other: PostgresPool; lost(): void };

function repeating(client: PostgresPoolClient, { other, lost }: Rest): PostgresPoolClient {
  let isInTransaction = false;
  return new Proxy(client, {
    get(target, property) {
      const own: unknown = Reflect.get(target, property);
      if (typeof own !== "function") return own;
      if (property !== "query") return own.bind(target);
      return async (text: string, values: readonly unknown[]) => {
        isInTransaction ||= /^(?:begin|start transaction)/i.test(text);
        try {
          return await target.query(text, values);
        } catch (error) {
          if (isInTransaction || !isOfReplica(error)) throw error;
          lost();
          const again = await other.connect();
          return await again.query(text, values).finally(() => again.release());
        }
      };
    },
  });
}

/** The replica is away, or cancelled the read to replay a change of the same rows. */
function isOfReplica(error: unknown): boolean {
  return isUnavailable(error) || Reflect.get(Object(error), "code") === "40001";
}
