import type { RouterContextProvider } from "react-router";
import type { CallbackRead, ProviderName } from "#domain/provider.ts";
import { collectingContext, everything, logContext } from "#app/http/context.server.ts";
import { receiveCallback } from "#operations/receive-callback.ts";
import { fail } from "./json.ts";
import { unlessAway } from "./unless-away.server.ts";

type Context = Readonly<RouterContextProvider>;
type Posted = { provider: ProviderName; request: Request; body: string; read: CallbackRead };

/** Answers a provider. It is told that we have heard once what it said is safe with us, and not before. */
export function answerProvider(context: Context, posted: Posted): Promise<Response> {
  return unlessAway(
    context,
    () => "Not now",
    () => receive(context, posted),
  );
}

async function receive(context: Context, { provider, request, body, read }: Posted): Promise<Response> {
  const { trusted, askAbout } = context.get(collectingContext);
  const received = await receiveCallback(
    context.get(everything),
    { provider, headers: keptHeaders(request.headers), body, read },
    { trusted: trusted[provider], now: new Date() },
  );
  const log = context.get(logContext);
  switch (received.kind) {
    case "stranger":
      log.warn({ provider, why: received.why }, "a stranger's callback was turned away");
      return fail(401, "Unauthorized");
    case "unreadable":
      log.warn({ provider }, "a callback could not be read");
      return fail(400, "This cannot be read");
    case "kept":
      log.info({ provider, verdict: received.verdict }, "a callback was received");
      // So that the donor need not wait for the next round; the order to ask is on record.
      if (received.askAbout !== null) void askAbout(received.askAbout);
      if (received.verdict === "to be asked about" && read.kind === "report" && read.sendAgain)
        return fail(503, "Not now", { headers: { "Retry-After": "10" } });
      return Response.json({ success: true });
  }
}

const worthKeeping = ["content-type", "user-agent", "digest", "digest-method", "signed-fields", "timestamp"];

function keptHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => worthKeeping.includes(name)));
}
