import type { Agenda } from "./scheduled-tasks.ts";
import { approve, magicFor } from "./decisions.ts";
import type { Fault } from "./faults.ts";
import { empty, reply, type Reply } from "./http.ts";
import type { SandboxPayment } from "./state.ts";
import type { SandboxContext } from "./context.ts";

/** The fault set for the phone's next request, used once. Otherwise the fault of a magic amount. */
export function takeFault(context: SandboxContext, phone: string | null, amount: string): Fault | null {
  const { nextFaults } = context.state.meta;
  const waiting = phone === null ? undefined : nextFaults[phone];
  if (phone === null || waiting === undefined) return magicFor(context, amount).fault;
  delete nextFaults[phone];
  context.state.changedMeta();
  return waiting;
}

export async function answerUnder(
  context: SandboxContext,
  agenda: Agenda,
  fault: Fault | null,
  payment: SandboxPayment,
  truth: Reply,
  ambiguous: Reply,
): Promise<Reply> {
  context.state.flush();
  if (fault === "hang") return { kind: "never" };
  if (fault === "cut") return { kind: "cut" };
  if (fault === "ambiguous") return ambiguous;
  if (fault === "html") return reply(502, "<html><body><h1>502 Bad Gateway</h1></body></html>", "text/html");
  if (fault === "empty") return empty(200);
  if (fault === "slow") await new Promise<void>((rested) => void setTimeout(rested, 40_000).unref());
  if (fault === "early") {
    approve(context, payment, null);
    context.state.flush();
    await agenda.runDue();
  }
  return truth;
}
