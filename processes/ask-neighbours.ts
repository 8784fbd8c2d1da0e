import { AggregatorRegistry } from "prom-client";
import type { Neighbours } from "#app/http/neighbours.ts";
import { replyShape, type Reply, type Report } from "./messages.ts";

/** As many live streams as a process has. */
const mostWaiting = 1_000;

/** The supervisor answers for all web processes. */
export function askNeighbours(): Neighbours {
  const waiting = new Map<number, (reply: Reply) => void>();
  let questions = 0;
  process.on("message", (message) => {
    const { data: reply } = replyShape.safeParse(message);
    if (reply === undefined || !("id" in reply)) return;
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });

  /** Null without an answer: a supervisor that is behind gets no more questions. */
  async function ask(question: (id: number) => Report): Promise<Reply | null> {
    if (waiting.size >= mostWaiting) return null;
    const id = (questions += 1);
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      sendReply(question(id));
    });
  }

  return {
    async takePlace(client) {
      const reply = await ask((id) => ({ kind: "take place", id, client }));
      return reply?.kind === "place" && reply.isFree;
    },
    leavePlace: (client) => sendReply({ kind: "leave place", client }),
    shareMetrics(registry) {
      AggregatorRegistry.setRegistries(registry);
      // It answers the supervisor's questions from now on.
      new AggregatorRegistry();
    },
    async allMetrics() {
      const reply = await ask((id) => ({ kind: "add up metrics", id }));
      return reply?.kind === "metrics" ? reply.text : null;
    },
  };
}

/** Without a supervisor this process ends, so a lost message does no harm. */
function sendReply(report: Report): void {
  process.send?.(report, undefined, undefined, () => undefined);
}
