import { longestWaits, type Limits, type Load, type Urgency } from "#domain/system/admission.ts";
import { countTaken } from "./count-taken.server.ts";
import { openLine } from "./line.server.ts";

export type Visit = {
  urgency: Urgency;
  client: string;
  /** Counted like a client, so that one session cannot take all places from many addresses. */
  session?: string | null;
  /** Aborted when everyone who waits for the answer has left. Then work that has not begun is not done. */
  gone: AbortSignal | null;
};

export type Admission = ReturnType<typeof openAdmission>;

/** Limits the requests in work and in the queue, so that an overloaded process refuses instead of answering late. */
export function openAdmission(limits: Limits, loadNow: () => Load, waits = longestWaits) {
  const lines = {
    donation: openLine(waits.donation),
    status: openLine(waits.status),
    staff: openLine(waits.staff),
    other: openLine(waits.other),
    live: openLine(waits.live),
    picture: openLine(waits.picture),
  } satisfies Record<Urgency, unknown>;
  /** In work and in the queue. */
  const places = {
    donation: countTaken(),
    status: countTaken(),
    staff: countTaken(),
    other: countTaken(),
    live: countTaken(),
    picture: countTaken(),
  } satisfies Record<Urgency, unknown>;

  return {
    isBusy: () => loadNow() === "busy",
    longestWaits: waits,

    /**
     * Runs the work now or in its turn, or refuses it. The work gets the rest of the longest wait, for its later waits. A
     * client or session never takes more places than it leaves free, so that it cannot shut out the others.
     */
    async run<Result>(
      { urgency, client, session = null, gone }: Visit,
      work: (restOfWait: number) => Promise<Result>,
    ): Promise<Result | "refused"> {
      if (gone?.aborted) return "refused";
      const line = lines[urgency];
      const limitNow = () => limits[loadNow()][urgency];
      const { together, waiting } = limitNow();
      const free = together + waiting - line.length();
      const takers = session === null ? [client] : [client, session];
      if (takers.some((taker) => free <= places[urgency].of(taker))) return "refused";
      for (const taker of takers) places[urgency].add(taker, 1);
      const until = performance.now() + waits[urgency];
      const isAdmitted = await line.enter(together, gone);
      try {
        return isAdmitted ? await work(Math.max(0, until - performance.now())) : "refused";
      } finally {
        // A load that changed meanwhile leaves other places to those who wait.
        if (isAdmitted) line.leave(limitNow().together);
        for (const taker of takers) places[urgency].add(taker, -1);
      }
    },
  };
}
