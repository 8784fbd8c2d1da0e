import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pLimit from "p-limit";
import { sql } from "kysely";
import type pg from "pg";
import { withParameter } from "./address.ts";
import { openClient } from "./connect.ts";
import type { Reads } from "./sql.server.ts";

export type ChangeListener = {
  /** `content`, `campaign:<id>`, `donation:<id>`, or figures: `totals`, `raised:<campaign id>`. */
  onChange(subject: string): void;
  /** From now on, changes can be missed. */
  onLost(): void;
  /** Listening, for the first time or again. Changes since the last connection are unknown. */
  onListening(): void;
};

export type Listening = { stop(): Promise<void> };

/** Receives every committed change on any node, and reconnects until it is stopped. */
export function listenForChanges(
  url: string,
  listener: ChangeListener,
  { timing = usualTiming, keyIds = [] }: Listener = {},
): Listening {
  const stopping = new AbortController();
  const name = [listenerName, ...keyIds].join(" ");
  const done = keepListening(withParameter(url, "application_name", name), listener, {
    ...{ stop: stopping.signal, timing },
  });
  return {
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

type Listener = {
  timing?: Timing;
  /** The keys of this node, for a rotation by another node. */
  keyIds?: readonly string[];
};

/** All in milliseconds. */
type Timing = {
  /** The longest way of a notification of our own. */
  proof: number;
  heartbeat: number;
};

const usualTiming: Timing = { proof: 5_000, heartbeat: 15_000 };

type Hearable = {
  /** Sends the notification. A pooler with the same login can lead to another database. */
  sender?: string;
  patience?: number;
};

/**
 * False if the database accepts LISTEN, but a notification of ours does not arrive. A pooler in transaction mode
 * does that. Throws if the database or the sender is not reachable.
 */
export async function hearsChanges(
  url: string,
  { sender = url, patience = usualTiming.proof }: Hearable = {},
): Promise<boolean> {
  const client = openClient(url, { connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  await client.connect();
  try {
    const send: Send = (text, values) => client.query(text, values);
    const hearing = await openHearing(sender, client, send, patience);
    await hearing.prove();
    return true;
  } catch (error) {
    if (error instanceof Unheard) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

const listenerName = "amana listener";
const question = "heard? ";

/**
 * Changes content and resolves after every listening node has received the change. Then the next page of any node
 * shows it. Slow nodes are not waited for: a node that hears nothing caches no pages.
 */
export async function publishChange<Result>(url: string, change: () => Promise<Result>): Promise<Result> {
  const result = await change();
  const client = openClient(url, { connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  const answers = `amana_heard_${randomBytes(8).toString("hex")}`;
  const seen = new Set<string>();
  const received = Promise.withResolvers<void>();
  let listeners = Infinity;
  client.on("error", () => received.resolve());
  client.on("notification", ({ payload = "" }) => {
    seen.add(payload);
    if (seen.size >= listeners) received.resolve();
  });
  const timer = setTimeout(received.resolve, longestWait);
  try {
    await client.connect();
    await client.query(`listen ${answers}`);
    listeners = await countListeners(client);
    await client.query("select pg_notify('amana_changes', $1)", [question + answers]);
    if (seen.size < listeners) await received.promise;
  } finally {
    clearTimeout(timer);
    await client.end().catch(() => {});
  }
  return result;
}

const longestWait = 2_000;

async function countListeners(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int from pg_stat_activity where datname = current_database() and application_name like $1",
    [`${listenerName}%`],
  );
  return rows[0]?.count ?? 0;
}

/** True while a node uses this database: each one listens for changes. */
export async function hasListeners(url: string): Promise<boolean> {
  const client = openClient(url);
  await client.connect();
  try {
    return (await countListeners(client)) > 0;
  } finally {
    await client.end();
  }
}

/** The keys of each running web process, and of the jobs. Empty for one of an earlier version. */
export async function readKeysOfNodes(db: Reads): Promise<string[][]> {
  const { rows } = await sql<{ name: string }>`
    select application_name as name from pg_stat_activity
    where datname = current_database() and application_name like ${`${listenerName}%`}
  `.execute(db);
  return rows.map(({ name }) => name.slice(listenerName.length).trim().split(" ").filter(Boolean));
}

type Keeping = { stop: AbortSignal; timing: Timing };

async function keepListening(
  url: string,
  listener: ChangeListener,
  { stop, timing }: Keeping,
): Promise<void> {
  let delay = shortestDelay;
  while (!stop.aborted) {
    const wasListening = await listenUntilLost(url, listener, { stop, timing });
    delay = wasListening ? shortestDelay : Math.min(delay * 2, longestDelay);
    await wait(delay, undefined, { signal: stop }).catch(() => {});
  }
}

/** Resolves after the connection has ended for any reason. The result is true if it ever listened. */
async function listenUntilLost(
  url: string,
  listener: ChangeListener,
  { stop, timing }: Keeping,
): Promise<boolean> {
  const client = openClient(url, {
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  const lost = Promise.withResolvers<void>();
  const end = () => lost.resolve();
  client.on("error", end);
  client.on("end", end);
  // The driver accepts one statement at a time.
  const inTurn = pLimit(1);
  const send = (text: string, values: string[] = []) => inTurn(() => client.query(text, values));
  client.on("notification", ({ channel, payload = "" }) => {
    if (channel !== changesChannel) return;
    if (!payload.startsWith(question)) return listener.onChange(payload);
    // Changes arrive in the order of their commits. A node that answers this has received all earlier ones.
    send("select pg_notify($1, pg_backend_pid()::text)", [payload.slice(question.length)]).catch(end);
  });
  stop.addEventListener("abort", end, { once: true });

  let listening = false;
  let heartbeat: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    await send(`listen ${changesChannel}`);
    const { prove, proveAgain } = await openHearing(url, client, send, timing.proof);
    await prove();
    // A connection whose other end disappeared looks idle permanently, so prove it regularly.
    heartbeat = setInterval(() => void proveAgain().catch(end), timing.heartbeat);
    listening = true;
    listener.onListening();
    await lost.promise;
  } catch {
    // The database is not reachable now. The caller tries again.
  } finally {
    clearInterval(heartbeat);
    stop.removeEventListener("abort", end);
    if (listening && !stop.aborted) listener.onLost();
    client.removeListener("end", end);
    await client.end().catch(() => {});
  }
  return listening;
}

type Send = (text: string, values?: string[]) => Promise<unknown>;

class Unheard extends Error {}

type Hearing = {
  /** Fails if a notification from another connection does not arrive in time. */
  prove(): Promise<void>;
  /** The same through this connection, which costs no other. */
  proveAgain(): Promise<void>;
};

/** Listens on a channel of its own. */
async function openHearing(
  sender: string,
  client: pg.Client,
  send: Send,
  patience: number,
): Promise<Hearing> {
  const own = `amana_proof_${randomBytes(8).toString("hex")}`;
  let heard = Promise.withResolvers<void>();
  client.on("notification", ({ channel }) => {
    if (channel === own) heard.resolve();
  });
  await send(`listen ${own}`);

  async function proveBy(notify: () => Promise<unknown>): Promise<void> {
    heard = Promise.withResolvers();
    const { promise, reject } = heard;
    const timer = setTimeout(reject, patience, new Unheard("a notification of our own did not arrive"));
    try {
      await Promise.all([notify(), promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  let proving: Promise<void> | null = null;
  const notifyHere = () => send("select pg_notify($1, '')", [own]);
  return {
    prove: () => proveBy(() => notifyFromElsewhere(sender, own)),
    proveAgain: () => (proving ??= proveBy(notifyHere).finally(() => (proving = null))),
  };
}

/** A pooler may give the listening connection its own notification by chance, but not one from another client. */
async function notifyFromElsewhere(url: string, channel: string): Promise<void> {
  const client = openClient(url, { connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  await client.connect();
  try {
    await client.query("select pg_notify($1, '')", [channel]);
  } finally {
    await client.end().catch(() => {});
  }
}

const changesChannel = "amana_changes";
const shortestDelay = 200;
const longestDelay = 10_000;
