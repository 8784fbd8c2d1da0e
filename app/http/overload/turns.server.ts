import { urgencies, type Urgency } from "#domain/system/admission.ts";

/** `late`: the wait was too long. `gone`: everyone who waited for the page has left. */
export type Turn = "given" | "late" | "gone";

export type Asking = {
  urgency: Urgency;
  /** In milliseconds. */
  longestWait?: number;
  /** Aborted when everyone who waits for the page has left. */
  gone?: AbortSignal | null;
};

type Waiting = { until: number; gone: AbortSignal | null; end(turn: Turn): void };

// A set keeps the order, and each can leave it at once.
const lines = new Map(urgencies.map((urgency): [Urgency, Set<Waiting>] => [urgency, new Set()]));

/**
 * Resolves in a turn of the event loop with no other such work, the most urgent first. Answers of the database that
 * arrive together would otherwise have their pages rendered one after the other, and refusals, donations and new
 * connections would wait.
 */
export function ownTurn({ urgency, longestWait = Infinity, gone = null }: Asking): Promise<Turn> {
  return new Promise((end) => {
    const until = performance.now() + longestWait;
    if (countWaiting() === 0) setImmediate(takeTurn);
    lines.get(urgency)?.add({ until, gone, end });
  });
}

/** Pages that wait to be rendered in this process. */
export const countWaiting = (): number => [...lines.values()].reduce((sum, line) => sum + line.size, 0);

function takeTurn(): void {
  const now = performance.now();
  for (const line of lines.values()) dropUnneeded(line, now);
  for (const line of lines.values()) {
    const [next] = line;
    if (next === undefined) continue;
    line.delete(next);
    next.end("given");
    break;
  }
  // A callback that is added now runs in the next turn.
  if (countWaiting() > 0) setImmediate(takeTurn);
}

/** Forms and renewals wait without a limit, so a page behind them can be late before they are. */
function dropUnneeded(line: Set<Waiting>, now: number): void {
  for (const each of line) {
    const isGone = each.gone?.aborted === true;
    if (!isGone && each.until > now) continue;
    line.delete(each);
    each.end(isGone ? "gone" : "late");
  }
}
