import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { z } from "zod";
import { inheritedEnvironment } from "./inherited-environment.ts";
import { lastLine } from "./last-line.ts";
import type { Order } from "./serve.ts";

export type SiteProcess = {
  send<Shape extends z.ZodType>(order: Order, answer: Shape): Promise<z.output<Shape>>;
  /** Resolves when the last line of its site was read. Then the process can open another site. */
  close(): Promise<void>;
};

type Running = { child: ChildProcess; ended: Promise<unknown>; read(line: string): void };

/** Processes of this worker without a site. */
const idle: Running[] = [];

/** A process that can open a site. `read` gets each line that the site writes. */
export function takeSiteProcess(read: (line: string) => void): SiteProcess {
  const running = idle.pop() ?? start();
  const { child, ended } = running;
  const output: string[] = [];
  const openStreams = Promise.withResolvers<void>();
  let closedStreams = 0;
  running.read = (line) => {
    if (line === lastLine) return void (++closedStreams === 2 && openStreams.resolve());
    output.push(line);
    read(line);
  };

  async function send<Shape extends z.ZodType>(order: Order, answer: Shape): Promise<z.output<Shape>> {
    const waiting = new AbortController();
    const early = ended.then(() => {
      throw new Error(`the site's process ended:\n${output.join("\n")}`);
    });
    child.send(order);
    const [message] = await Promise.race([once(child, "message", { signal: waiting.signal }), early]).finally(
      () => waiting.abort(),
    );
    return answer.parse(message);
  }

  return {
    send,
    async close() {
      if (!child.connected) return void (await ended);
      await send({ kind: "close" }, z.object({ isClosed: z.literal(true) }));
      await openStreams.promise;
      running.read = () => undefined;
      idle.push(running);
    },
  };
}

function start(): Running {
  const child = fork(new URL("serve.ts", import.meta.url), {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    // Vitest's own condition would load the development build of the router.
    execArgv: [],
    env: { ...inheritedEnvironment, NODE_ENV: "production" },
  });
  const running: Running = { child, ended: once(child, "close"), read: () => undefined };
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface({ input: stream }).on("line", (line) => running.read(line));
  return running;
}
