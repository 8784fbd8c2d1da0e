import { Histogram, Registry } from "prom-client";
import type { ObserveRun } from "#jobs/job.ts";

export type JobMetrics = { observeRun: ObserveRun; text(): Promise<string> };

/** Jobs run in one process of each machine, which can be another than the web processes. */
export function openJobMetrics(): JobMetrics {
  const registry = new Registry();
  const runs = new Histogram({
    name: "amana_job_duration_seconds",
    help: "Time of a run of a job, by its outcome.",
    labelNames: ["job", "outcome"],
    buckets: [0.02, 0.1, 0.5, 2, 10, 60, 600],
    registers: [registry],
  });
  return {
    observeRun: (job, outcome, seconds) => runs.observe({ job, outcome }, seconds),
    text: () => registry.metrics(),
  };
}
