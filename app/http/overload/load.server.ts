import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Database } from "#database/sql.server.ts";
import { nextLoad, type Load } from "#domain/system/admission.ts";
import { countWaiting } from "./turns.server.ts";

const resolution = 10;
const measureEvery = 250;

/** Measures how late this process is, and how many requests wait for the database or to be rendered. */
export function measureLoad(database: Pick<Database, "countWaiting">): { now(): Load; stop(): void } {
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  let load: Load = "calm";
  const timer = setInterval(() => {
    const delay = delays.percentile(50) / 1e6 - resolution;
    load = nextLoad(load, { delay, waiting: database.countWaiting() + countWaiting() });
    delays.reset();
  }, measureEvery);
  timer.unref();
  return {
    now: () => load,
    stop() {
      clearInterval(timer);
      delays.disable();
    },
  };
}
