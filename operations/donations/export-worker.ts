import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "#database/sql.server.ts";
import type { Exporting } from "./export-in-worker.ts";
import { donationLines } from "./export.ts";

// One part per request, so that a slow reader does not fill the memory.
const { databaseUrl, filter }: Exporting = workerData;
const lines = donationLines(openDatabase(databaseUrl, { poolSize: 1 }).readWrite, filter);
const encoder = new TextEncoder();
parentPort?.on("message", async () => {
  const { done, value } = await lines.next();
  if (done) return parentPort?.postMessage(null);
  // Transferred instead of copied, so that the main thread's heap stays small.
  const bytes = encoder.encode(value);
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
