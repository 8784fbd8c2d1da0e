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
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  const lost = Promise.withResolvers<void>();
  const end = () => lost.resolve();
  client.on("error", end);
  client.on("end", end);
  client.on("notification", ({ payload }) => listener.onChange(payload ?? ""));
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
