const waiting: (() => void)[] = [];

/**
 * Resolves in a turn of the event loop with no other such work. Answers of the database that arrive together would
 * otherwise have their pages rendered one after the other, and refusals, donations and new connections would wait.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(takeTurn);
  });
}

/** Pages that wait to be rendered in this process. */
export const countWaiting = (): number => waiting.length;

function takeTurn(): void {
  waiting.shift()?.();
  // A callback that is added now runs in the next turn.
  if (waiting.length > 0) setImmediate(takeTurn);
}
