/** A number of payments by their seconds to the confirmation. */
export type Counts = Record<string, number>;

/**
 * The time in which this part of the payments was confirmed. Null without payments. Between two payments it is
 * interpolated, as PostgreSQL's percentile_cont does.
 */
export function percentileOf(times: Counts[], part: number): number | null {
  const counts = new Map<number, number>();
  for (const each of times)
    for (const [seconds, count] of Object.entries(each))
      counts.set(Number(seconds), (counts.get(Number(seconds)) ?? 0) + count);
  const ordered = [...counts].toSorted(([a], [b]) => a - b);
  const all = ordered.reduce((sum, [, count]) => sum + count, 0);
  if (all === 0) return null;
  const place = part * (all - 1);
  const below = timeAt(ordered, Math.floor(place));
  return below + (timeAt(ordered, Math.ceil(place)) - below) * (place - Math.floor(place));
}

/** The time of the payment at this place, from 0. */
function timeAt(ordered: [seconds: number, count: number][], place: number): number {
  let passed = 0;
  for (const [seconds, count] of ordered) {
    passed += count;
    if (place < passed) return seconds;
  }
  return ordered.at(-1)?.[0] ?? 0;
}
