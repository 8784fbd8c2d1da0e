import { fork, type ChildProcess } from "node:child_process";
import { on } from "node:events";
import { resolve } from "node:path";
import { z } from "zod";
import { pictureRefusals, type Refusal } from "#domain/content/picture.ts";
import type { Encoded, Source } from "./decode-and-encode.ts";

export type Limits = { milliseconds: number; bytes: number; wait: number };

/** The largest picture takes some 450 MB and six seconds. Most take 150 MB and one second. */
const usual: Limits = { milliseconds: 20_000, bytes: 640 * 1024 * 1024, wait: 90_000 };

/**
 * Encodes in a new process for each picture. It gets no secrets, has low priority, and has limits of time and memory.
 * So the server survives any hostile file.
 */
export async function encodeApart(
  kind: Source | "share",
  bytes: Buffer,
  limits: Limits = usual,
): Promise<Encoded | Refusal> {
  const { signal, code, output, complaint } = await encodeInStarter({ kind, bytes, limits });
  if (signal !== null) return { refused: "damaged" };
  if (code !== 0) throw new Error(`pictures cannot be encoded: ${complaint.slice(-2_000)}`);
  return readOutcome(output);
}

const orderShape = z.object({
  number: z.number(),
  kind: z.enum(["upload", "drawing", "share"]),
  bytes: z.instanceof(Buffer),
  limits: z.object({ milliseconds: z.number(), bytes: z.number(), wait: z.number() }),
});
export type Order = z.infer<typeof orderShape>;
export const readOrder = (message: unknown): Order => orderShape.parse(message);

const answerShape = z.object({
  number: z.number(),
  signal: z.string().nullable(),
  code: z.number().nullable(),
  output: z.instanceof(Buffer),
  complaint: z.string(),
});
export type Answer = z.infer<typeof answerShape>;

let starter: ChildProcess | undefined;
let orders = 0;
let waiting = 0;

/**
 * The starter process (`decode-starter.ts`) starts with the first picture and keeps running. If it ends, it is
 * started again.
 */
async function encodeInStarter(order: Omit<Order, "number">): Promise<Answer> {
  const number = ++orders;
  const child = starter && isAlive(starter) ? starter : (starter = startStarter());
  const answers = on(child, "message", { close: ["exit"] });
  holdOpen(child, ++waiting);
  try {
    child.send({ ...order, number });
    for await (const [message] of answers) {
      const answer = answerShape.parse(message);
      if (answer.number === number) return answer;
    }
    throw new Error("pictures cannot be encoded: the starter process has ended");
  } finally {
    holdOpen(child, --waiting);
  }
}

function startStarter(): ChildProcess {
  return fork(resolve("storage/pictures/decode-starter.ts"), {
    env: { PATH: process.env["PATH"] },
    execArgv: ["--max-old-space-size=64"],
    serialization: "advanced",
  });
}

const isAlive = ({ connected, exitCode, signalCode }: ChildProcess) =>
  connected && exitCode === null && signalCode === null;

/** An idle starter process does not keep a program from ending. */
function holdOpen(child: ChildProcess, waiting: number): void {
  for (const held of [child, child.channel])
    if (waiting > 0) held?.ref();
    else held?.unref();
}

const outcomeShape = z.union([
  z.object({ refused: z.enum(pictureRefusals) }),
  z.object({
    width: z.number(),
    height: z.number(),
    files: z.array(z.object({ name: z.string(), size: z.number() })),
  }),
]);

/** One line with the result. The files that it lists follow, one after the other. */
function readOutcome(output: Buffer): Encoded | Refusal {
  const line = output.indexOf("\n");
  const outcome = outcomeShape.parse(JSON.parse(output.toString("utf8", 0, line)));
  if ("refused" in outcome) return outcome;
  let at = line + 1;
  const files = outcome.files.map(({ name, size }) => ({ name, body: output.subarray(at, (at += size)) }));
  return { ...outcome, files };
}
