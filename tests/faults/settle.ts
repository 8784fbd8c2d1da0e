import { setTimeout as wait } from "node:timers/promises";
import { compare, type Difference } from "./compare.ts";
import type { Donor } from "./crowd.ts";
import type { Place } from "./place.ts";

/** All payment requests and gateway orders have expired by then. */
const untilAllHasEnded = 3_700;

/** After this many refusals a callback waits for the jobs of its round. */
const mostRefusals = 15;

/** Simulated delays of the rounds. A status check that a dead node began blocks the next one for a minute. */
const rounds = [15_000, 30_000, 100_000, 200_000, 400_000, 800_000, 1_600_000, 3_200_000];

/**
 * Lets all open work end, and returns the remaining differences. Work that only needs more time is not a difference.
 */
export async function settle(
  place: Place,
  crowd: readonly Donor[],
  most = rounds.length,
): Promise<Difference[]> {
  await ready(place);
  await place.gateways.administer("clock", { advanceSeconds: untilAllHasEnded });
  await place.gateways.administer("deliver");
  let differences: Difference[] = [];
  for (const ahead of rounds.slice(0, most)) {
    await ready(place);
    const delivered = await place.office.deliverAll(mostRefusals);
    await place.site.work(ahead);
    differences = delivered ? [] : [{ kind: "unsettled", what: "a callback that is never accepted" }];
    differences.push(...(await compareWhenPossible(place, crowd)));
    if (differences.length === 0) return [];
  }
  return differences;
}

/** Restarts a dead site and waits until it reaches its database. */
export async function ready(place: Place): Promise<void> {
  for (;;) {
    place.assertOpen();
    if (!place.site.alive()) await place.startSite();
    const answer = await fetch(`${place.site.url}/readyz`).catch(() => null);
    await answer?.arrayBuffer().catch(() => undefined);
    if (answer?.status === 200) return;
    await wait(100);
  }
}

async function compareWhenPossible(place: Place, crowd: readonly Donor[]): Promise<Difference[]> {
  try {
    return await compare(place, crowd);
  } catch (error) {
    return [{ kind: "unsettled", what: String(error) }];
  }
}
