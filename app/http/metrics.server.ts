import type { ServerResponse } from "node:http";
import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client";

export type Metrics = {
  registry: Registry;
  /** Counts the answer and measures its time. */
  watch(response: ServerResponse): void;
  /** A stored page or file is sent immediately, so its time is not measured. */
  countStored(status: number): void;
};

export function openMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "http_requests_total",
    help: "Answered requests by status code.",
    labelNames: ["code"],
    registers,
  });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the request to the end of its answer. Stored pages and files are not measured.",
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  // Finding a counter by its labels costs more than the rest of a stored answer.
  const stored = new Map<number, ReturnType<typeof requests.labels>>();
  const storedAs = (status: number) => {
    const counter = requests.labels(String(status));
    stored.set(status, counter);
    return counter;
  };
  return {
    registry,
    watch(response) {
      const stop = durations.startTimer();
      response.once("finish", () => {
        stop();
        requests.inc({ code: response.statusCode });
      });
    },
    countStored: (status) => (stored.get(status) ?? storedAs(status)).inc(),
  };
}
