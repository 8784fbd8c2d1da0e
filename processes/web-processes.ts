import cluster, { type Worker } from "node:cluster";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { AggregatorRegistry } from "prom-client";
import { openStreamPlaces } from "#app/api/live/stream-places.ts";
import { reportShape, type Orders, type Reply, type Report } from "./messages.ts";
import { pauseAfter, shortestPause } from "./pause.ts";

type WebProcesses = { url: string; drain(): Promise<void>; reopenLogs(): void };

type Wanted = {
  count: number;
  orders: Orders;
  log: Logger;
  /** The figures of the jobs, which run in this process. */
  jobMetrics?: () => Promise<string>;
  file?: string;
};

type Ended = { code: number | null; signal: string | null };
type Started = { worker: Worker; listening: Promise<string>; ended: Promise<Ended> };

const places = openStreamPlaces();
const metrics = new AggregatorRegistry();

/** Starts the web processes, and replaces each one that ends. They share one listening socket. */
export async function runWebProcesses({
  count,
  orders,
  log,
  jobMetrics = async () => "",
  file = join(import.meta.dirname, "web-process.ts"),
}: Wanted): Promise<WebProcesses> {
  cluster.setupPrimary({ exec: file, args: [] });
  const draining = new AbortController();
  const { signal } = draining;
  const startOne = () => start(orders, jobMetrics);
  const started = Array.from({ length: count }, startOne);
  const kept = started.map((first) => keepRunning(first, { startOne, log, signal }));

  async function drain(): Promise<void> {
    draining.abort();
    for (const worker of Object.values(cluster.workers ?? {}))
      if (worker) sendReply(worker, { kind: "drain" });
    await Promise.all(kept);
  }

  function reopenLogs(): void {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGHUP");
  }

  try {
    const [url = ""] = await Promise.all(started.map(({ listening }) => listening));
    return { url, drain, reopenLogs };
  } catch (error) {
    await drain();
    throw error;
  }
}

function start(orders: Orders, jobMetrics: () => Promise<string>): Started {
  const worker = cluster.fork();
  worker.send(orders, undefined, () => undefined);
  const listening = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<Ended>();
  worker.on("message", (message) => {
    const { data: report } = reportShape.safeParse(message);
    if (report?.kind === "listening") listening.resolve(report.url);
    else if (report) answer(worker, report, jobMetrics);
  });
  worker.on("error", () => undefined);
  worker.once("exit", (code: number | null, signal: string | null) => {
    places.forget(worker.id);
    listening.reject(new Error("a web process ended before it listened"));
    ended.resolve({ code, signal });
  });
  // The caller hears of it, unless the process replaces another one.
  listening.promise.catch(() => undefined);
  return { worker, listening: listening.promise, ended: ended.promise };
}

type Keeping = { startOne: () => Started; log: Logger; signal: AbortSignal };

async function keepRunning(first: Started, { startOne, log, signal }: Keeping): Promise<void> {
  let pause = shortestPause;
  for (let current = first; ;) {
    const begun = performance.now();
    const { worker, ended } = current;
    const end = await ended;
    if (signal.aborted) return;
    pause = pauseAfter(performance.now() - begun, pause);
    log.error({ ...end, process: worker.process.pid, pause }, "a web process ended, another one will start");
    await wait(pause, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    current = startOne();
  }
}

function answer(
  worker: Worker,
  report: Exclude<Report, { kind: "listening" }>,
  jobMetrics: () => Promise<string>,
): void {
  switch (report.kind) {
    case "take place":
      return sendReply(worker, {
        ...{ kind: "place", id: report.id },
        isFree: places.take(worker.id, report.client),
      });
    case "leave place":
      return places.leave(worker.id, report.client);
    case "add up metrics":
      // It fails if a process ends or stays silent.
      Promise.all([metrics.clusterMetrics(), jobMetrics()]).then(
        ([text, ofJobs]) => sendReply(worker, { kind: "metrics", id: report.id, text: `${text}\n${ofJobs}` }),
        () => sendReply(worker, { kind: "metrics", id: report.id, text: null }),
      );
  }
}

/** The process may just be ending. */
function sendReply(worker: Worker, reply: Reply): void {
  if (worker.isConnected()) worker.send(reply, undefined, () => undefined);
}
