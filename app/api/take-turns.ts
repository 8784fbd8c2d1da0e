import pLimit, { type LimitFunction } from "p-limit";

/** Limits how much work with one key runs together. Refuses it when too many others wait with that key. */
export function takeTurns({ together, mostWaiting }: { together: number; mostWaiting: number }) {
  const queues = new Map<string, LimitFunction>();

  return async function run<Result>(key: string, work: () => Promise<Result>): Promise<Result | "too-many"> {
    const queue = queues.get(key) ?? pLimit(together);
    if (queue.pendingCount >= mostWaiting) return "too-many";
    queues.set(key, queue);
    try {
      return await queue(work);
    } finally {
      if (queue.activeCount === 0 && queue.pendingCount === 0) queues.delete(key);
    }
  };
}
