/** Simulated time: runs all actions in order, without waiting. An action can schedule more. */
export function openClock(start: Date) {
  const plans: { at: number; act(now: Date): Promise<void> }[] = [];
  return {
    at(seconds: number, act: (now: Date) => Promise<void>): void {
      plans.push({ at: start.getTime() + seconds * 1_000, act });
    },
    async run(): Promise<void> {
      for (let next = earliest(plans); next !== undefined; next = earliest(plans))
        await next.act(new Date(next.at));
    },
  };
}

export type Clock = ReturnType<typeof openClock>;

export const secondsAfter = (start: Date, now: Date) => (now.getTime() - start.getTime()) / 1_000;

function earliest<Plan extends { at: number }>(plans: Plan[]): Plan | undefined {
  let first = 0;
  for (const [place, { at }] of plans.entries()) if (at < (plans[first]?.at ?? 0)) first = place;
  return plans.splice(first, 1)[0];
}
