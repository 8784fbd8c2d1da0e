import { Socket } from "node:net";
import type pg from "pg";

/** In milliseconds. A donor waits no longer for a database that says nothing. */
const usualSilence = 4_000;
const lookEvery = 500;

/** Passes the work on, and rejects if the database sends nothing for four seconds. */
export type WhileAnswering = <Value>(work: Promise<Value>) => Promise<Value>;

/** Counts as unavailable by its code. */
export class DatabaseIsSilent extends Error {
  readonly code = "ETIMEDOUT";

  constructor() {
    super("the database says nothing");
  }
}

/**
 * Hears what the pools receive. A busy database goes on answering others, so a crowd may wait for its turn. The work
 * itself goes on: what it does after a rejection must be harmless.
 */
export function openHearing(longestSilence = usualSilence) {
  const open = new Set<Socket>();
  let heardOnClosed = 0;
  const heard = () => [...open].reduce((bytes, { bytesRead }) => bytes + bytesRead, heardOnClosed);

  function hear(pool: pg.Pool): pg.Pool {
    pool.on("connect", (client) => {
      const stream: unknown = Reflect.get(Object(Reflect.get(client, "connection")), "stream");
      if (!(stream instanceof Socket)) return;
      open.add(stream);
      stream.once("close", () => {
        open.delete(stream);
        heardOnClosed += stream.bytesRead;
      });
    });
    return pool;
  }

  const whileAnswering: WhileAnswering = async (work) => {
    const silent = Promise.withResolvers<never>();
    let [before, looks] = [heard(), 0];
    // Looks are counted and not time: after a pause of this process, an answer may wait to be read.
    const looking = setInterval(() => {
      const now = heard();
      looks = now === before ? looks + 1 : 0;
      before = now;
      if (looks >= longestSilence / lookEvery) silent.reject(new DatabaseIsSilent());
    }, lookEvery);
    try {
      return await Promise.race([work, silent.promise]);
    } finally {
      clearInterval(looking);
    }
  };

  return { hear, whileAnswering, heard };
}
