import pLimit from "p-limit";
import type { Limits, Load, Urgency } from "#domain/system/admission.ts";

export type Admission = ReturnType<typeof openAdmission>;

/** Limits the requests in work and in the queue, so that an overloaded process refuses instead of answering late. */
export function openAdmission(limits: Limits, loadNow: () => Load) {
  const { donation, status, other } = limits.calm;
  const queues = {
    donation: pLimit(donation.together),
    status: pLimit(status.together),
    other: pLimit(other.together),
  } satisfies Record<Urgency, unknown>;

  return {
    isBusy: () => loadNow() === "busy",

    /** Runs the work now or in its turn, or refuses it. */
    async run<Result>(urgency: Urgency, work: () => Promise<Result>): Promise<Result | "refused"> {
      const queue = queues[urgency];
      const { together, waiting } = limits[loadNow()][urgency];
      if (queue.activeCount + queue.pendingCount >= together + waiting) return "refused";
      if (queue.concurrency !== together) queue.concurrency = together;
      return queue(work);
    },
  };
}
