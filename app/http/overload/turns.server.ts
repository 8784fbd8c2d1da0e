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

const lines = new Map(urgencies.map((urgency): [Urgency, Waiting[]] => [urgency, []]));

/**
 * Resolves in a turn of the event loop with no other such work, the most urgent first. Answers of the database that
 * arrive together would otherwise have their pages rendered one after the other, and refusals, donations and new
 * connections would wait.
 */
export function ownTurn({ urgency, longestWait = Infinity, gone = null }: Asking): Promise<Turn> {
  return new Promise((end) => {
    const until = performance.now() + longestWait;
    if (countWaiting() === 0) setImmediate(takeTurn);
    lines.get(urgency)?.push({ until, gone, end });
  });
}

/** Pages that wait to be rendered in this process. */
export const countWaiting = (): number => [...lines.values()].reduce((sum, line) => sum + line.length, 0);

function takeTurn(): void {
  const now = performance.now();
  for (const line of lines.values()) dropFirst(line, now);
  for (const line of lines.values()) {
    const next = line.shift();
    if (next === undefined) continue;
    next.end("given");
    break;
  }
  // A callback that is added now runs in the next turn.
  if (countWaiting() > 0) setImmediate(takeTurn);
}

/** Drops those at the head of the line who need no turn any more. */
function dropFirst(line: Waiting[], now: number): void {
  for (let [first] = line; first !== undefined; [first] = line) {
    const isGone = first.gone?.aborted === true;
    if (!isGone && first.until > now) return;
    line.shift();
    first.end(isGone ? "gone" : "late");
  }
}
