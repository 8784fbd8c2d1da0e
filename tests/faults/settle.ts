import { setTimeout as wait } from "node:timers/promises";
import { compare, type Difference } from "./compare.ts";
import type { Donor } from "./crowd.ts";
import type { Place } from "./place.ts";

/** Later than every prompt, and every order of the gateways, is open. */
const untilAllHasEnded = 3_700;

/** A callback refused so often in one round waits for what the jobs do in it. */
const mostRefusals = 15;

/** Rounds of the jobs, each as if it were so much later: a question that a dying node had begun waits for a minute. */
const rounds = [15_000, 30_000, 100_000, 200_000, 400_000, 800_000, 1_600_000, 3_200_000];

/** Lets everything come to its end, and says what differs then; what only needs time is no difference. */
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
    differences = delivered ? [] : [{ kind: "unsettled", what: "a callback that is never taken" }];
    differences.push(...(await compareWhenPossible(place, crowd)));
    if (differences.length === 0) return [];
  }
  return differences;
}

/** Starts the site again where it has died, and waits until it can reach its database. */
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
