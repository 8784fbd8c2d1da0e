import { expect, test } from "vitest";
import { mostConnections, poolSizeOf, usualWebProcesses } from "./capacity.ts";

const gigabyte = 1024 ** 3;

test.each([
  [1, 1, 1],
  [2, 8, 1],
  [4, 8, 3],
  [8, 2, 4],
  [16, 64, 15],
  [4, 0.25, 1],
])("%i cores and %d GB usually run %i web processes", (cores, memory, processes) => {
  expect(usualWebProcesses({ cores, memory: memory * gigabyte })).toBe(processes);
});

test("one web process fits into the usual connections of a server", () => {
  expect(poolSizeOf(1)).toBe(10);
  expect(mostConnections(1)).toBeLessThanOrEqual(60);
});

test("more web processes share a bounded number of connections", () => {
  for (const processes of [2, 3, 4, 8, 16, 64])
    expect(mostConnections(processes) / processes).toBeLessThanOrEqual(50);
  expect(mostConnections(64)).toBeLessThan(1_300);
});
