import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "#database/sql.server.ts";
import type { Exporting } from "./export-in-worker.ts";
import { donationLines } from "./export.ts";

// One part for each that is asked for, so that whoever reads slowly lets nothing pile up.
const { databaseUrl, filter }: Exporting = workerData;
const lines = donationLines(openDatabase(databaseUrl, { poolSize: 1 }).readWrite, filter);
const encoder = new TextEncoder();
parentPort?.on("message", async () => {
  const { done, value } = await lines.next();
  if (done) return parentPort?.postMessage(null);
  // Handed over and not copied: what is exported leaves no text in the heap of those who give.
  const bytes = encoder.encode(value);
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
