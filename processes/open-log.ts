import { mkdirSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import type { Config } from "#config";
import { openLogSerializers } from "#domain/system/loggable-error.ts";

type OpenLog = { log: pino.Logger; reopen(): void };

/** Lines that wait for free space. Older lines are written first, and new ones are dropped beyond it. */
const mostWaiting = 1_000_000;

export const logFolder = (dataDir: string) => join(dataDir, "logs");

/** All processes append to one file, a whole line at a time. */
export function openLog({
  dataDir,
  logLevel,
  logTo,
}: Pick<Config, "dataDir" | "logLevel" | "logTo">): OpenLog {
  const folder = logFolder(dataDir);
  mkdirSync(folder, { recursive: true });
  const options = { level: logLevel, serializers: openLogSerializers() };
  if (logTo === "stdout")
    return { log: pino(options, openDestination({ dest: 1 })), reopen: () => undefined };
  const file = openDestination({ dest: join(folder, "amana.log"), mode: 0o600 });
  const terminal = openDestination({ dest: 2 });
  const streams = pino.multistream([
    { level: "trace", stream: file },
    { level: "error", stream: terminal },
  ]);
  return { log: pino(options, streams), reopen: () => file.reopen() };
}

function openDestination(place: { dest: string | number; mode?: number }) {
  const destination = pino.destination({ ...place, sync: true, maxLength: mostWaiting });
  // Without a listener, the error of a full disk would end the process. The disk has its own alarm.
  destination.on("error", () => undefined);
  return destination;
}
