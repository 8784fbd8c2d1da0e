import pLimit from "p-limit";
import type { Limits, Load, Urgency } from "#domain/system/admission.ts";

type Visit = { urgency: Urgency; client: string };

export type Admission = ReturnType<typeof openAdmission>;

/** Limits the requests in work and in the queue, so that an overloaded process refuses instead of answering late. */
export function openAdmission(limits: Limits, loadNow: () => Load) {
  const { donation, status, other } = limits.calm;
  const queues = {
    donation: pLimit(donation.together),
    status: pLimit(status.together),
    other: pLimit(other.together),
  } satisfies Record<Urgency, unknown>;
  const places = { donation: countPlaces(), status: countPlaces(), other: countPlaces() };

  return {
    isBusy: () => loadNow() === "busy",

    /**
     * Runs the work now or in its turn, or refuses it. A client never takes more places than it leaves free, so that one
     * address cannot shut out the others.
     */
    async run<Result>({ urgency, client }: Visit, work: () => Promise<Result>): Promise<Result | "refused"> {
      const queue = queues[urgency];
      const { together, waiting } = limits[loadNow()][urgency];
      const free = together + waiting - queue.activeCount - queue.pendingCount;
      if (free <= places[urgency].of(client)) return "refused";
      if (queue.concurrency !== together) queue.concurrency = together;
      places[urgency].add(client, 1);
      return queue(work).finally(() => places[urgency].add(client, -1));
    },
  };
}

/** The requests of each client in work and in the queue. */
function countPlaces() {
  const taken = new Map<string, number>();
  const of = (client: string) => taken.get(client) ?? 0;
  return {
    of,
    add(client: string, difference: 1 | -1): void {
      const count = of(client) + difference;
      if (count === 0) taken.delete(client);
      else taken.set(client, count);
    },
  };
}
