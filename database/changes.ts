import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

export type ChangeListener = {
  /** `content`, `totals`, or `campaign:<id>`. */
  onChange(subject: string): void;
  /** Changes may go unheard from now on. */
  onLost(): void;
  /** Listening, for the first time or again: what changed in between is unknown. */
  onListening(): void;
};

export type Listening = { stop(): Promise<void> };

/** Hears of every committed change, on any node, and reconnects for as long as it is not stopped. */
export function listenForChanges(url: string, listener: ChangeListener): Listening {
  const stopping = new AbortController();
  const done = keepListening(url, listener, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

const listenerName = "amana listener";
const question = "heard? ";

/**
 * Changes what staff edit, and resolves when every node that listens has heard of it, so that the next page of any of
 * them shows it. A node that does not answer in time is not waited for: it keeps no pages once it hears nothing.
 */
export async function publishChange<Result>(url: string, change: () => Promise<Result>): Promise<Result> {
  const result = await change();
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  const answers = `amana_heard_${randomBytes(8).toString("hex")}`;
  const heard = new Set<string>();
  const news = Promise.withResolvers<void>();
  let listeners = Infinity;
  client.on("error", () => news.resolve());
  client.on("notification", ({ payload = "" }) => {
    heard.add(payload);
    if (heard.size >= listeners) news.resolve();
  });
  const timer = setTimeout(news.resolve, longestWait);
  try {
    await client.connect();
    await client.query(`listen ${answers}`);
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int from pg_stat_activity where datname = current_database() and application_name = $1",
      [listenerName],
    );
    listeners = rows[0]?.count ?? 0;
    await client.query("select pg_notify('amana_changes', $1)", [question + answers]);
    if (heard.size < listeners) await news.promise;
  } finally {
    clearTimeout(timer);
    await client.end().catch(() => {});
  }
  return result;
}

const longestWait = 2_000;

async function keepListening(url: string, listener: ChangeListener, stop: AbortSignal): Promise<void> {
  let delay = shortestDelay;
  while (!stop.aborted) {
    const heard = await listenUntilLost(url, listener, stop);
    delay = heard ? shortestDelay : Math.min(delay * 2, longestDelay);
    await wait(delay, undefined, { signal: stop }).catch(() => {});
  }
}

/** Resolves when the connection has ended, for whatever reason, to whether it ever listened. */
async function listenUntilLost(url: string, listener: ChangeListener, stop: AbortSignal): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: listenerName,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  const lost = Promise.withResolvers<void>();
  const end = () => lost.resolve();
  client.on("error", end);
  client.on("end", end);
  client.on("notification", ({ payload = "" }) => {
    if (!payload.startsWith(question)) return listener.onChange(payload);
    // Changes come in the order of their commits: whoever is asked this has heard all that came before.
    void client
      .query("select pg_notify($1, pg_backend_pid()::text)", [payload.slice(question.length)])
      .catch(end);
  });
  stop.addEventListener("abort", end, { once: true });

  let listening = false;
  // A connection whose other end vanished without a word looks idle for ever: so it is asked now and then.
  const heartbeat = setInterval(() => void client.query("select").catch(end), heartbeatInterval);
  try {
    await client.connect();
    await client.query("listen amana_changes");
    listening = true;
    listener.onListening();
    await lost.promise;
  } catch {
    // Not reachable now; the caller tries again.
  } finally {
    clearInterval(heartbeat);
    stop.removeEventListener("abort", end);
    if (listening && !stop.aborted) listener.onLost();
    client.removeListener("end", end);
    await client.end().catch(() => {});
  }
  return listening;
}

const shortestDelay = 200;
const longestDelay = 10_000;
const heartbeatInterval = 15_000;
