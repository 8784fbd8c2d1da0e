import type { ServerResponse } from "node:http";

/** Counts and times of the answers of this process, for monitoring. */
export type Measures = {
  watch(response: ServerResponse): void;
  /** An answer that was kept or read before: it takes no time that is worth a clock. */
  countStored(status: number): void;
  answered: ReadonlyMap<string, number>;
  /** Of answers, by how many seconds they took at most. */
  within: ReadonlyMap<number, number>;
  seconds(): number;
};

const bounds = [0.005, 0.02, 0.1, 0.5, 2, 10];

export function openMeasures(): Measures {
  const answered = new Map<string, number>();
  const within = new Map(bounds.map((bound) => [bound, 0]));
  let sum = 0;
  function count(status: number, took: number): void {
    const kind = `${Math.floor(status / 100)}xx`;
    answered.set(kind, (answered.get(kind) ?? 0) + 1);
    sum += took;
    for (const bound of bounds) if (took <= bound) within.set(bound, (within.get(bound) ?? 0) + 1);
  }
  return {
    answered,
    within,
    seconds: () => sum,
    watch(response) {
      const began = performance.now();
      response.once("finish", () => count(response.statusCode, (performance.now() - began) / 1_000));
    },
    countStored: (status) => count(status, 0),
  };
}
