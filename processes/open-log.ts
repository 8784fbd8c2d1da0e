import { mkdirSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import type { Config } from "#config";
import { logSerializers as serializers } from "#domain/system/loggable-error.ts";

export const logFolder = (dataDir: string) => join(dataDir, "logs");

/** All processes append to one file, a whole line at a time. */
export function openLog({ dataDir, logLevel, logTo }: Config): pino.Logger {
  const folder = logFolder(dataDir);
  mkdirSync(folder, { recursive: true });
  if (logTo === "stdout")
    return pino({ level: logLevel, serializers }, pino.destination({ dest: 1, sync: true }));
  const file = pino.destination({ dest: join(folder, "amana.log"), mode: 0o600, sync: true });
  const terminal = pino.destination({ dest: 2, sync: true });
  return pino(
    { level: logLevel, serializers },
    pino.multistream([
      { level: "trace", stream: file },
      { level: "error", stream: terminal },
    ]),
  );
}
