/** Maximum number of events in this many seconds. */
export type Limit = { most: number; within: number };

/** A name such as `prompt:255712000000`, and its limits. All must have room. */
export type Counted = { subject: string; limits: readonly Limit[] };

/** Seconds until the next one is allowed. */
export function waitFor(moments: readonly Date[], limits: readonly Limit[], now: Date): number {
  const waits = limits.map(({ most, within }) => {
    const ages = moments.map((moment) => (now.getTime() - moment.getTime()) / 1_000);
    const counted = ages.filter((age) => age < within).toSorted((a, b) => a - b);
    const inTheWay = counted[most - 1];
    return inTheWay === undefined ? 0 : Math.ceil(within - inTheWay);
  });
  return Math.max(0, ...waits);
}
