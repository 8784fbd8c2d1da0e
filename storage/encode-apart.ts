import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { pictureRefusals, type Refusal } from "#domain/picture.ts";
import type { Encoded, Source } from "./encode.ts";

/** Of the processor's time, of memory, and altogether, however busy the machine is. */
export type Limits = { milliseconds: number; bytes: number; wait: number };

/** A picture of the most pixels takes some 450 MB and six seconds, most take 150 MB and one. */
const usual: Limits = { milliseconds: 20_000, bytes: 640 * 1024 * 1024, wait: 90_000 };

/**
 * Encodes in a process that lives for one picture. It is given no secrets, gives way to everybody else, and may take so
 * much time and so much memory: whatever a hostile file does to it, the server goes on.
 */
export async function encodeApart(
  kind: Source,
  source: Readable,
  { milliseconds, bytes, wait }: Limits = usual,
): Promise<Encoded | Refusal> {
  const script = [resolve("storage/encode-process.ts"), kind, String(milliseconds), String(bytes)];
  // Our own drawings are encoded before anybody is served.
  const niceness = kind === "upload" ? "10" : "0";
  const child = spawn("nice", ["-n", niceness, process.execPath, "--max-old-space-size=64", ...script], {
    env: { PATH: process.env["PATH"] },
    timeout: wait,
    killSignal: "SIGKILL",
  });
  const [said, complaint] = await Promise.all([
    buffer(child.stdout),
    text(child.stderr),
    once(child, "close"),
    // A process that ends early does not read on; why it ended is told below.
    pipeline(source, child.stdin).catch(() => undefined),
  ]);
  if (child.signalCode !== null) return { refused: "damaged" };
  if (child.exitCode !== 0) throw new Error(`pictures cannot be encoded: ${complaint.slice(-2_000)}`);
  return readOutcome(said);
}

const outcomeShape = z.union([
  z.object({ refused: z.enum(pictureRefusals) }),
  z.object({
    width: z.number(),
    height: z.number(),
    files: z.array(z.object({ name: z.string(), size: z.number() })),
  }),
]);

/** One line that tells the outcome; behind it, one after the other, the files that it lists. */
function readOutcome(said: Buffer): Encoded | Refusal {
  const line = said.indexOf("\n");
  const outcome = outcomeShape.parse(JSON.parse(said.toString("utf8", 0, line)));
  if ("refused" in outcome) return outcome;
  let at = line + 1;
  const files = outcome.files.map(({ name, size }) => ({ name, body: said.subarray(at, (at += size)) }));
  return { ...outcome, files };
}
