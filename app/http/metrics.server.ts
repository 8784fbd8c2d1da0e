import type { ServerResponse } from "node:http";
import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client";
import type { Neighbours } from "./neighbours.ts";

export type Metrics = {
  /** The figures of all web processes of this machine, or of this one if the others are silent. */
  all(): Promise<string>;
  contentType: string;
  watch(response: ServerResponse): void;
  /** A stored page or file is sent immediately, so its time is not measured. */
  countStored(status: number): void;
};

export function openMetrics(neighbours?: Pick<Neighbours, "shareMetrics" | "allMetrics">): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Adding to a labelled counter costs more than the rest of a stored answer.
  const stored = new Map<number, number>();
  const requests = new Counter({
    name: "http_requests_total",
    help: "Answered requests by status code.",
    labelNames: ["code"],
    registers,
    collect() {
      for (const [code, count] of stored) this.inc({ code }, count);
      stored.clear();
    },
  });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the request to the end of its answer. Stored pages and files are not measured.",
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  neighbours?.shareMetrics(registry);
  return {
    all: async () => (await neighbours?.allMetrics()) ?? registry.metrics(),
    contentType: registry.contentType,
    watch(response) {
      const stop = durations.startTimer();
      response.once("finish", () => {
        stop();
        requests.inc({ code: response.statusCode });
      });
    },
    countStored: (status) => void stored.set(status, (stored.get(status) ?? 0) + 1),
  };
}
