import type { ServerResponse } from "node:http";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { exactAmount, type Money } from "#domain/money/money.ts";
import type { OperatingFigures } from "#database/system/operating-figures.ts";
import type { ObserveCall } from "#outside/http.ts";
import { keepLastFigures } from "./last-figures.server.ts";
import type { Neighbours } from "./neighbours.ts";

export type Metrics = {
  /** The figures of all web processes of this machine, or of this one if the others are silent. */
  all(): Promise<string>;
  contentType: string;
  watch(response: ServerResponse): void;
  /** A stored page or file is sent immediately, so its time is not measured. */
  countStored(status: number): void;
  watchCall: ObserveCall;
  watchDonation(amount: Money): void;
  watchRendering: ObserveRendering;
  setListening(isListening: boolean): void;
  /** Of the database, also while it is away. */
  lastFigures: ReturnType<typeof keepLastFigures<OperatingFigures>>;
};

/** `figures` of a cached page, or the `whole` page. */
export type ObserveRendering = (part: "figures" | "whole", seconds: number) => void;

/** The connections that readers, staff and callbacks share. */
type Pool = { totalCount: number; idleCount: number; waitingCount: number };

type Watched = {
  pool: Pool;
  neighbours?: Pick<Neighbours, "shareMetrics" | "allMetrics"> | undefined;
  /** The figures of the jobs, if they run in this process. */
  jobMetrics?: (() => Promise<string>) | undefined;
};

export function openMetrics({ pool, neighbours, jobMetrics }: Watched): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Adding to a labelled counter costs more than the rest of a stored answer.
  const stored = new Map<number, number>();
  let fromMemory = 0;
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
  new Counter({
    name: "amana_answers_from_memory_total",
    help: "Answered requests for stored pages and files.",
    registers,
    collect() {
      this.inc(fromMemory);
      fromMemory = 0;
    },
  });
  const { listening, calls } = watchOutside(registry, pool);
  const { amounts, renderings } = watchWork(registry);
  neighbours?.shareMetrics(registry);
  return {
    async all() {
      const together = await neighbours?.allMetrics();
      return together ?? `${await registry.metrics()}\n${(await jobMetrics?.()) ?? ""}`;
    },
    contentType: registry.contentType,
    watch(response) {
      const stop = durations.startTimer();
      response.once("finish", () => {
        stop();
        requests.inc({ code: response.statusCode });
      });
    },
    countStored(status) {
      fromMemory++;
      stored.set(status, (stored.get(status) ?? 0) + 1);
    },
    watchCall: (provider, outcome, seconds) => calls.observe({ provider, outcome }, seconds),
    watchDonation: (money) => amounts.observe({ currency: money.currency }, Number(exactAmount(money))),
    watchRendering: (part, seconds) => renderings.observe({ part }, seconds),
    setListening: (isListening) => listening.set(isListening ? 1 : 0),
    lastFigures: keepLastFigures(),
  };
}

/** The database and the providers, as this process sees them. */
function watchOutside(registry: Registry, pool: Pool) {
  const registers = [registry];
  new Gauge({
    name: "amana_database_connections",
    help: "Connections of the shared pool, and requests that wait for one.",
    labelNames: ["state"],
    registers,
    collect() {
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "used" }, pool.totalCount - pool.idleCount);
      this.set({ state: "waited-for" }, pool.waitingCount);
    },
  });
  const listening = new Gauge({
    name: "amana_change_listener_up",
    help: "1 if every web process hears of changes. Without that, no page is cached.",
    aggregator: "min",
    registers,
  });
  const calls = new Histogram({
    name: "amana_provider_call_duration_seconds",
    help: "Time of a call to a payment provider, by its outcome.",
    labelNames: ["provider", "outcome"],
    buckets: [0.1, 0.5, 1, 2, 5, 10, 30],
    registers,
  });
  return { listening, calls };
}

function watchWork(registry: Registry) {
  const registers = [registry];
  const amounts = new Histogram({
    name: "amana_donation_amount",
    help: "Amounts of begun donations, in shillings or dollars.",
    labelNames: ["currency"],
    buckets: [10, 50, 200, 1_000, 5_000, 20_000, 100_000, 500_000, 2_000_000],
    registers,
  });
  const renderings = new Histogram({
    name: "amana_page_rendering_duration_seconds",
    help: "Time to make or renew a page of the cache.",
    labelNames: ["part"],
    buckets: [0.005, 0.02, 0.1, 0.5, 2],
    registers,
  });
  return { amounts, renderings };
}
