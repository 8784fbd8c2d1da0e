/** In milliseconds. */
export const shortestPause = 100;
const longestPause = 30_000;
const calmAfter = 60_000;

/** The pause before a process starts again. A process that ends soon after its start waits longer each time. */
export function pauseAfter(lifetime: number, previous: number): number {
  return lifetime >= calmAfter ? shortestPause : Math.min(previous * 2, longestPause);
}
