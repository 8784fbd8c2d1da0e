import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "#database/sql.server.ts";
import type { Exporting } from "./export-apart.ts";
import { giftLines } from "./export-gifts.ts";

// One part for each that is asked for, so that whoever reads slowly lets nothing pile up.
const { databaseUrl, filter }: Exporting = workerData;
const lines = giftLines(openDatabase(databaseUrl, { poolSize: 1 }).everything, filter);
parentPort?.on("message", async () => {
  const { done, value } = await lines.next();
  parentPort?.postMessage(done ? null : value);
});
