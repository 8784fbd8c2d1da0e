import pLimit, { type LimitFunction } from "p-limit";

/** Runs work with one key one after the other. Refuses it when too many others wait with that key. */
export function takeTurns(mostWaiting: number) {
  const queues = new Map<string, LimitFunction>();

  return async function run<Result>(key: string, work: () => Promise<Result>): Promise<Result | "too-many"> {
    const queue = queues.get(key) ?? pLimit(1);
    if (queue.pendingCount >= mostWaiting) return "too-many";
    queues.set(key, queue);
    try {
      return await queue(work);
    } finally {
      if (queue.activeCount === 0 && queue.pendingCount === 0) queues.delete(key);
    }
  };
}
