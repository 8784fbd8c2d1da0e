/** The newest figures that the database gave, and their age. Null if it has given none since this process began. */
export type LastFigures<Figures> = {
  isCurrent: boolean;
  newest: { figures: Figures; ageSeconds: number } | null;
};

/** Prometheus ends a request after 10 seconds, and then gets nothing. */
const longestWait = 4_000;

/**
 * Reads figures that must also be shown while the database is away. A reading that comes too late counts for the next
 * request.
 */
export function keepLastFigures<Figures>(patience = longestWait) {
  let newest: { figures: Figures; readAt: number } | null = null;
  return async (read: () => Promise<Figures>): Promise<LastFigures<Figures>> => {
    const reading = read().then(
      (figures) => {
        newest = { figures, readAt: performance.now() };
        return true;
      },
      () => false,
    );
    const isCurrent = await withinPatience(reading, patience);
    if (newest === null) return { isCurrent, newest };
    const ageSeconds = isCurrent ? 0 : (performance.now() - newest.readAt) / 1_000;
    return { isCurrent, newest: { figures: newest.figures, ageSeconds } };
  };
}

async function withinPatience(reading: Promise<boolean>, patience: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(late.resolve, patience, false);
  return Promise.race([reading, late.promise]).finally(() => clearTimeout(timer));
}
