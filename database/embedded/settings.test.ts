import { expect, test } from "vitest";
import { serverSettings } from "./settings.ts";

const gigabyte = 1024 ** 3;

test("a small machine keeps a small PostgreSQL", () => {
  expect(serverSettings({ cores: 1, memory: gigabyte / 2 }, 50)).toEqual([
    "max_connections=60",
    "shared_buffers=64MB",
    "effective_cache_size=256MB",
    "max_parallel_workers_per_gather=0",
    "max_parallel_workers=1",
  ]);
});

test("a large machine gives PostgreSQL more memory, cores and connections", () => {
  expect(serverSettings({ cores: 16, memory: 64 * gigabyte }, 324)).toEqual([
    "max_connections=324",
    "shared_buffers=1024MB",
    "effective_cache_size=16384MB",
    "max_parallel_workers_per_gather=2",
    "max_parallel_workers=8",
  ]);
});
