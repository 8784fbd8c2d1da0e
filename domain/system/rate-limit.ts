/** How often something can happen within so many seconds. */
export type Limit = { most: number; within: number };

/** A name such as `prompt:255712000000`, and its limits. All of them must have room. */
export type Counted = { subject: string; limits: readonly Limit[] };

/** In how many seconds it can happen again. */
export function waitFor(moments: readonly Date[], limits: readonly Limit[], now: Date): number {
  const waits = limits.map(({ most, within }) => {
    const ages = moments.map((moment) => (now.getTime() - moment.getTime()) / 1_000);
    const counted = ages.filter((age) => age < within).toSorted((a, b) => a - b);
    const inTheWay = counted[most - 1];
    return inTheWay === undefined ? 0 : Math.ceil(within - inTheWay);
  });
  return Math.max(0, ...waits);
}
