import type { Machine } from "#domain/system/capacity.ts";

/** PostgreSQL shares the machine with the web processes, so it gets less than on a separate machine. */
export function serverSettings({ cores, memory }: Machine, connections: number): string[] {
  const megabytes = memory / 1024 ** 2;
  return [
    `max_connections=${Math.max(leastConnections, connections)}`,
    `shared_buffers=${between(64, megabytes / 16, 1_024)}MB`,
    `effective_cache_size=${between(256, megabytes / 4, 16_384)}MB`,
    // On a small machine, a report that uses several cores would delay donations.
    `max_parallel_workers_per_gather=${cores > 4 ? 2 : 0}`,
    `max_parallel_workers=${Math.max(1, Math.floor(cores / 2))}`,
  ];
}

const leastConnections = 60;

const between = (least: number, wanted: number, most: number) =>
  Math.round(Math.min(Math.max(least, wanted), most));
