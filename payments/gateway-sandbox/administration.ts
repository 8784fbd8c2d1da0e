import { z } from "zod";
import type { Agenda } from "./scheduled-tasks.ts";
import { approve, decline, endPrompt, reject, reverse } from "./decisions.ts";
import { faults } from "./faults.ts";
import { empty, json, type SandboxRequest, type Reply } from "./http.ts";
import { switches } from "./state.ts";
import type { SandboxContext } from "./context.ts";

export type Recorded = {
  at: number;
  method: string;
  path: string;
  headers: SandboxRequest["headers"];
  body: string;
};

export type Records = { all(): readonly Recorded[]; forget(): void };

const fault = z.enum(faults.map(({ id }) => id));
const clockChange = z.strictObject({ advanceSeconds: z.number().min(0).max(315_360_000) });
const next = z.strictObject({ phone: z.string(), fault: fault.nullable() });
const section = z.record(z.string(), z.unknown());
const decisionMade = z.strictObject({
  gateway: z.enum(["azampay", "selcom"]),
  reference: z.string(),
  decision: z.enum(["approve", "decline", "reject", "expire", "reverse"]),
  fault: fault.nullish(),
});

/** For tests without a browser. It accepts JSON only, so that a page of another site cannot post. */
export async function administration(
  context: SandboxContext,
  agenda: Agenda,
  records: Records,
  request: SandboxRequest,
): Promise<Reply | undefined> {
  const { state } = context;
  const read = <Body>(shape: z.ZodType<Body>, act: (body: Body) => Promise<Reply> | Reply) => {
    const body = shape.safeParse(jsonOf(request));
    return body.success ? act(body.data) : json(400, { message: z.prettifyError(body.error) });
  };
  switch (`${request.method} ${request.path}`) {
    case "GET /_admin/requests":
      return json(200, records.all());
    case "GET /_admin/deliveries":
      return json(200, agenda.delivered());
    case "GET /_admin/payments":
      return json(200, [...state.payments()]);
    case "GET /_admin/switches":
      return json(200, state.meta.switches);
    case "POST /_admin/reset":
      state.reset();
      agenda.forget();
      records.forget();
      return empty(204);
    case "POST /_admin/deliver":
      await agenda.deliverAll();
      return json(200, agenda.delivered());
    case "POST /_admin/clock":
      return read(clockChange, async ({ advanceSeconds }) => {
        state.meta.clockOffset += advanceSeconds * 1_000;
        state.changedMeta();
        await agenda.runDue();
        return json(200, { now: new Date(context.now()).toISOString() });
      });
    case "POST /_admin/switches":
      return read(section, (change) => changeSwitches(context, change));
    case "POST /_admin/next":
      return read(next, ({ phone, fault: chosen }) => {
        if (chosen === null) delete state.meta.nextFaults[phone];
        else state.meta.nextFaults[phone] = chosen;
        state.changedMeta();
        return empty(204);
      });
    case "POST /_admin/decide":
      return read(decisionMade, (body) => decide(context, body));
  }
  return undefined;
}

function changeSwitches(context: SandboxContext, change: Record<string, unknown>): Reply {
  const { azampay, selcom, ...rest } = context.state.meta.switches;
  const merged = switches.safeParse({
    ...rest,
    ...change,
    azampay: { ...azampay, ...section.safeParse(change["azampay"]).data },
    selcom: { ...selcom, ...section.safeParse(change["selcom"]).data },
  });
  if (!merged.success) return json(400, { message: z.prettifyError(merged.error) });
  context.state.meta.switches = merged.data;
  context.state.changedMeta();
  context.wake();
  return json(200, merged.data);
}

function decide(
  context: SandboxContext,
  { gateway, reference, decision, fault }: z.infer<typeof decisionMade>,
): Reply {
  const payment = context.state.byReference(gateway, reference);
  if (payment === undefined) return json(404, { message: "No such payment" });
  if (decision === "approve") approve(context, payment, fault ?? null);
  if (decision === "decline") decline(context, payment);
  if (decision === "reject") reject(context, payment, "The network rejected the payment");
  if (decision === "expire") endPrompt(context, payment);
  if (decision === "reverse") reverse(context, payment);
  return json(200, { status: payment.status });
}

function jsonOf(request: SandboxRequest): unknown {
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) return undefined;
  try {
    return JSON.parse(request.body);
  } catch {
    return undefined;
  }
}
